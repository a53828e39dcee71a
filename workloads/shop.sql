-- A shop: buyers take pieces of an item from the stock, and others look at what was sold.
--@ schema
CREATE TABLE shop_item (id bigint NOT NULL PRIMARY KEY, stock int NOT NULL, price int NOT NULL, name varchar(20) NOT NULL);
CREATE TABLE shop_sale (id bigint NOT NULL PRIMARY KEY, item bigint NOT NULL, pieces int NOT NULL);

--@ load rows=100000*:scale as=n
\set price 100 + :n % 900
INSERT INTO shop_item (id, stock, price, name) VALUES (:n, 1000, :price, 'item');

--@ index
CREATE INDEX shop_sale_item ON shop_sale (item);

--@ transaction buy weight=3
\set item 1 + permute(random_zipfian(1, 100000 * :scale, 1.1), 100000 * :scale)
\set pieces random(1, 4)
\set sale sequence()
BEGIN;
SELECT stock FROM shop_item WHERE id = :item \gset
\if :stock >= :pieces
UPDATE shop_item SET stock = stock - :pieces WHERE id = :item;
INSERT INTO shop_sale (id, item, pieces) VALUES (:sale, :item, :pieces);
\endif
COMMIT;

--@ transaction look weight=7
\set item random(1, 100000 * :scale)
SELECT i.name, i.price, sum(s.pieces) AS sold FROM shop_item i LEFT JOIN shop_sale s ON s.item = i.id
  WHERE i.id = :item GROUP BY i.name, i.price;

--@ verify
SELECT i.id, i.stock, sum(s.pieces) AS sold FROM shop_item i LEFT JOIN shop_sale s ON s.item = i.id
  GROUP BY i.id, i.stock HAVING i.stock + coalesce(sum(s.pieces), 0) <> 1000;

--@ cleanup
DROP TABLE shop_sale; DROP TABLE shop_item;
