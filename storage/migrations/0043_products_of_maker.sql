-- The products of a maker in the order in which they are listed.
create index product_of_maker on product (manufacturer_key, id);
