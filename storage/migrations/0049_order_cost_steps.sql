-- What an order costs at a supplier from some values of its goods on, instead of order_cost:
-- [{"goods_from": "50", "amount": "0"}], rising by value, in order_cost_currency; null: always order_cost.
alter table supplier
  add column order_cost_steps jsonb
    check (order_cost_steps is null or (order_cost is not null and jsonb_typeof(order_cost_steps) = 'array'));
