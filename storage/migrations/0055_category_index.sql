-- Apart from the column, so that products are read while it is built.
create index product_of_category on product (category, id) where category is not null;
