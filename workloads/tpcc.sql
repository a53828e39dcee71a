-- A mix of five transactions of a wholesale supplier, as TPC-C describes it: new orders, payments, questions,
-- deliveries. It is not TPC-C: no terminals, no think times, shorter rows. Results are no tpmC.
-- What differs: amounts are cents; last names are numbers; each order of the load has 10 lines; a delivery commits
-- each district by itself, as TPC-C allows.
-- :scale is the number of warehouses, of some 100 MB each.

--@ schema
CREATE TABLE tpcc_warehouse (w_id int NOT NULL PRIMARY KEY, w_name varchar(10) NOT NULL, w_tax int NOT NULL, w_ytd bigint NOT NULL);
CREATE TABLE tpcc_district (d_w_id int NOT NULL, d_id int NOT NULL, d_name varchar(10) NOT NULL, d_tax int NOT NULL,
  d_ytd bigint NOT NULL, d_next_o_id int NOT NULL, d_deliveries bigint NOT NULL, PRIMARY KEY (d_w_id, d_id));
CREATE TABLE tpcc_customer (c_w_id int NOT NULL, c_d_id int NOT NULL, c_id int NOT NULL, c_last int NOT NULL,
  c_first varchar(16) NOT NULL, c_credit varchar(2) NOT NULL, c_discount int NOT NULL, c_balance bigint NOT NULL,
  c_ytd_payment bigint NOT NULL, c_payment_cnt int NOT NULL, c_delivery_cnt int NOT NULL, c_data varchar(500) NOT NULL,
  PRIMARY KEY (c_w_id, c_d_id, c_id));
CREATE TABLE tpcc_history (h_c_w_id int NOT NULL, h_c_d_id int NOT NULL, h_c_id int NOT NULL, h_w_id int NOT NULL,
  h_d_id int NOT NULL, h_date bigint NOT NULL, h_amount bigint NOT NULL, h_data varchar(24) NOT NULL);
CREATE TABLE tpcc_new_order (no_w_id int NOT NULL, no_d_id int NOT NULL, no_o_id int NOT NULL,
  PRIMARY KEY (no_w_id, no_d_id, no_o_id));
CREATE TABLE tpcc_orders (o_w_id int NOT NULL, o_d_id int NOT NULL, o_id int NOT NULL, o_c_id int NOT NULL,
  o_entry bigint NOT NULL, o_carrier int NOT NULL, o_ol_cnt int NOT NULL, PRIMARY KEY (o_w_id, o_d_id, o_id));
CREATE TABLE tpcc_order_line (ol_w_id int NOT NULL, ol_d_id int NOT NULL, ol_o_id int NOT NULL, ol_number int NOT NULL,
  ol_i_id int NOT NULL, ol_supply_w_id int NOT NULL, ol_delivery bigint NOT NULL, ol_quantity int NOT NULL,
  ol_amount bigint NOT NULL, ol_dist varchar(24) NOT NULL, PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number));
CREATE TABLE tpcc_item (i_id int NOT NULL PRIMARY KEY, i_name varchar(24) NOT NULL, i_price int NOT NULL,
  i_data varchar(50) NOT NULL);
CREATE TABLE tpcc_stock (s_w_id int NOT NULL, s_i_id int NOT NULL, s_quantity int NOT NULL, s_ytd bigint NOT NULL,
  s_order_cnt int NOT NULL, s_remote_cnt int NOT NULL, s_data varchar(50) NOT NULL, PRIMARY KEY (s_w_id, s_i_id));

--@ load item rows=100000
\set price random(100, 10000)
\set name text(14, 24)
\set data text(26, 50)
INSERT INTO tpcc_item (i_id, i_name, i_price, i_data) VALUES (:n, :name, :price, :data);

--@ load warehouse rows=:scale
\set name text(6, 10)
\set tax random(0, 2000)
INSERT INTO tpcc_warehouse (w_id, w_name, w_tax, w_ytd) VALUES (:n, :name, :tax, 30000000);

--@ load district rows=10*:scale
\set w 1 + (:n - 1) / 10
\set d 1 + (:n - 1) % 10
\set name text(6, 10)
\set tax random(0, 2000)
INSERT INTO tpcc_district (d_w_id, d_id, d_name, d_tax, d_ytd, d_next_o_id, d_deliveries)
  VALUES (:w, :d, :name, :tax, 3000000, 3001, 0);

--@ load stock rows=100000*:scale
\set w 1 + (:n - 1) / 100000
\set i 1 + (:n - 1) % 100000
\set quantity random(10, 100)
\set data text(26, 50)
INSERT INTO tpcc_stock (s_w_id, s_i_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data)
  VALUES (:w, :i, :quantity, 0, 0, 0, :data);

--@ load customer rows=30000*:scale
\set w 1 + (:n - 1) / 30000
\set d 1 + (:n - 1) / 3000 % 10
\set c 1 + (:n - 1) % 3000
\set last CASE WHEN :c <= 1000 THEN :c - 1 ELSE (random(0, 255) | random(0, 999)) % 1000 END
\set first text(8, 16)
\set credit CASE WHEN random(1, 10) = 1 THEN 'BC' ELSE 'GC' END
\set discount random(0, 5000)
\set data text(300, 500)
INSERT INTO tpcc_customer (c_w_id, c_d_id, c_id, c_last, c_first, c_credit, c_discount, c_balance, c_ytd_payment,
  c_payment_cnt, c_delivery_cnt, c_data)
  VALUES (:w, :d, :c, :last, :first, :credit, :discount, -1000, 1000, 1, 0, :data);

--@ load history rows=30000*:scale
\set w 1 + (:n - 1) / 30000
\set d 1 + (:n - 1) / 3000 % 10
\set c 1 + (:n - 1) % 3000
\set data text(12, 24)
\set now epoch_ms()
INSERT INTO tpcc_history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_date, h_amount, h_data)
  VALUES (:w, :d, :c, :w, :d, :now, 1000, :data);

--@ load orders rows=30000*:scale
\set w 1 + (:n - 1) / 30000
\set d 1 + (:n - 1) / 3000 % 10
\set o 1 + (:n - 1) % 3000
\set c 1 + permute(:o - 1, 3000, :w * 10 + :d)
\set carrier CASE WHEN :o <= 2100 THEN random(1, 10) ELSE 0 END
\set now epoch_ms()
INSERT INTO tpcc_orders (o_w_id, o_d_id, o_id, o_c_id, o_entry, o_carrier, o_ol_cnt)
  VALUES (:w, :d, :o, :c, :now, :carrier, 10);

--@ load new_order rows=9000*:scale
\set w 1 + (:n - 1) / 9000
\set d 1 + (:n - 1) / 900 % 10
\set o 2101 + (:n - 1) % 900
INSERT INTO tpcc_new_order (no_w_id, no_d_id, no_o_id) VALUES (:w, :d, :o);

--@ load order_line rows=300000*:scale
\set w 1 + (:n - 1) / 300000
\set d 1 + (:n - 1) / 30000 % 10
\set o 1 + (:n - 1) / 10 % 3000
\set line 1 + (:n - 1) % 10
\set i random(1, 100000)
\set delivered CASE WHEN :o <= 2100 THEN epoch_ms() ELSE 0 END
\set amount CASE WHEN :o <= 2100 THEN 0 ELSE random(1, 999999) END
\set dist text(24, 24)
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity,
  ol_amount, ol_dist)
  VALUES (:w, :d, :o, :line, :i, :w, :delivered, 5, :amount, :dist);

--@ index
CREATE INDEX tpcc_customer_last ON tpcc_customer (c_w_id, c_d_id, c_last, c_first);
CREATE INDEX tpcc_orders_customer ON tpcc_orders (o_w_id, o_d_id, o_c_id, o_id);

--@ transaction new_order weight=45
-- 5 to 15 lines; one order in 100 names an item that does not exist, and is rolled back.
\set w random(1, :scale)
\set d random(1, 10)
\set c 1 + ((random(0, 1023) | random(1, 3000)) + 259) % 3000
\set lines random(5, 15)
\set now epoch_ms()
\set missing false
BEGIN;
SELECT c_discount AS discount, c_last AS surname FROM tpcc_customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c \gset
SELECT w_tax FROM tpcc_warehouse WHERE w_id = :w;
UPDATE tpcc_district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = :w AND d_id = :d;
SELECT d_next_o_id - 1 AS o, d_tax AS tax FROM tpcc_district WHERE d_w_id = :w AND d_id = :d \gset
INSERT INTO tpcc_orders (o_w_id, o_d_id, o_id, o_c_id, o_entry, o_carrier, o_ol_cnt) VALUES (:w, :d, :o, :c, :now, 0, :lines);
INSERT INTO tpcc_new_order (no_w_id, no_d_id, no_o_id) VALUES (:w, :d, :o);
\repeat :lines as line
\set i CASE WHEN :line = 5 AND random(1, 100) = 1 THEN 0 ELSE 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000 END
\set s CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set remote CASE WHEN :s <> :w THEN 1 ELSE 0 END
\set q random(1, 10)
\set price -1
\set missing :missing OR :i = 0
SELECT i_price AS price FROM tpcc_item WHERE i_id = :i \aset
\set amount :q * :price
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote WHERE s_w_id = :s AND s_i_id = :i;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, :line, :i, :s, 0, :q, :amount, 'dist');
\endrepeat
\if :missing
ROLLBACK;
\else
COMMIT;
\endif

--@ transaction payment weight=43
-- Six of ten customers are found by their last name.
\set w random(1, :scale)
\set d random(1, 10)
\set cw CASE WHEN random(1, 100) <= 15 THEN random(1, :scale) ELSE :w END
\set cd CASE WHEN :cw = :w THEN :d ELSE random(1, 10) END
\set c 1 + ((random(0, 1023) | random(1, 3000)) + 259) % 3000
\set last ((random(0, 255) | random(0, 999)) + 223) % 1000
\set by_name random(1, 100) <= 60
\set amount random(100, 500000)
\set now epoch_ms()
BEGIN;
UPDATE tpcc_warehouse SET w_ytd = w_ytd + :amount WHERE w_id = :w;
UPDATE tpcc_district SET d_ytd = d_ytd + :amount WHERE d_w_id = :w AND d_id = :d;
\if :by_name
SELECT c_id AS c FROM tpcc_customer WHERE c_w_id = :cw AND c_d_id = :cd AND c_last = :last ORDER BY c_first LIMIT 1 \aset
\endif
UPDATE tpcc_customer SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount,
  c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = :cw AND c_d_id = :cd AND c_id = :c;
SELECT c_balance, c_credit, c_discount FROM tpcc_customer WHERE c_w_id = :cw AND c_d_id = :cd AND c_id = :c;
INSERT INTO tpcc_history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_date, h_amount, h_data)
  VALUES (:cw, :cd, :c, :w, :d, :now, :amount, 'payment');
COMMIT;

--@ transaction order_status weight=4
\set w random(1, :scale)
\set d random(1, 10)
\set c 1 + ((random(0, 1023) | random(1, 3000)) + 259) % 3000
\set last ((random(0, 255) | random(0, 999)) + 223) % 1000
\set by_name random(1, 100) <= 60
\set o 0
BEGIN;
\if :by_name
SELECT c_id AS c FROM tpcc_customer WHERE c_w_id = :w AND c_d_id = :d AND c_last = :last ORDER BY c_first LIMIT 1 \aset
\endif
SELECT c_balance, c_first, c_last FROM tpcc_customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
SELECT o_id AS o FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = :d AND o_c_id = :c ORDER BY o_id DESC LIMIT 1 \aset
SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery FROM tpcc_order_line
  WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id = :o;
COMMIT;

--@ transaction delivery weight=4
-- The oldest new order of each district. The first statement locks the district, so that no two deliver one order.
\set w random(1, :scale)
\set carrier random(1, 10)
\set now epoch_ms()
\repeat 10 as d
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = :d;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = :d ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = :d AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = :d AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = :d AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
\endif
COMMIT;
\endrepeat

--@ transaction stock_level weight=4
\set w random(1, :scale)
\set d random(1, 10)
\set threshold random(10, 20)
SELECT d_next_o_id AS o FROM tpcc_district WHERE d_w_id = :w AND d_id = :d \gset
SELECT count(DISTINCT s_i_id) AS low FROM tpcc_order_line JOIN tpcc_stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id
  WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id < :o AND ol_o_id >= :o - 20 AND s_quantity < :threshold;

--@ verify
-- The consistency conditions 1 to 10 and 12 of TPC-C, each as a query for what breaks it.
-- 1 and 2, the second one for orders and for new orders
SELECT w_id, w_ytd, sum(d_ytd) AS districts FROM tpcc_warehouse LEFT JOIN tpcc_district ON d_w_id = w_id
  GROUP BY w_id, w_ytd HAVING w_ytd <> coalesce(sum(d_ytd), 0);
SELECT d_w_id, d_id, d_next_o_id, max(o_id) AS last_order FROM tpcc_district LEFT JOIN tpcc_orders
  ON o_w_id = d_w_id AND o_d_id = d_id GROUP BY d_w_id, d_id, d_next_o_id HAVING d_next_o_id - 1 <> coalesce(max(o_id), 0);
SELECT d_w_id, d_id, d_next_o_id, max(no_o_id) AS last_new FROM tpcc_district JOIN tpcc_new_order ON no_w_id = d_w_id AND no_d_id = d_id
  GROUP BY d_w_id, d_id, d_next_o_id HAVING d_next_o_id - 1 <> max(no_o_id);
-- 3, 4 and 5
SELECT no_w_id, no_d_id, min(no_o_id) AS lowest, max(no_o_id) AS highest, count(*) AS orders FROM tpcc_new_order
  GROUP BY no_w_id, no_d_id HAVING max(no_o_id) - min(no_o_id) + 1 <> count(*);
SELECT o.w, o.d, o.planned, l.present FROM
  (SELECT o_w_id AS w, o_d_id AS d, sum(o_ol_cnt) AS planned FROM tpcc_orders GROUP BY o_w_id, o_d_id) o LEFT JOIN
  (SELECT ol_w_id AS w, ol_d_id AS d, count(*) AS present FROM tpcc_order_line GROUP BY ol_w_id, ol_d_id) l
  ON l.w = o.w AND l.d = o.d WHERE o.planned <> l.present OR l.present IS NULL AND o.planned <> 0;
SELECT o_w_id, o_d_id, o_id, o_carrier FROM tpcc_orders LEFT JOIN tpcc_new_order
  ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id
  WHERE o_carrier = 0 AND no_o_id IS NULL OR o_carrier <> 0 AND no_o_id IS NOT NULL;
-- 6 and 7
SELECT o_w_id, o_d_id, o_id, o_ol_cnt, l.counted FROM tpcc_orders LEFT JOIN
  (SELECT ol_w_id, ol_d_id, ol_o_id, count(*) AS counted FROM tpcc_order_line GROUP BY ol_w_id, ol_d_id, ol_o_id) l
  ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
  WHERE o_ol_cnt <> l.counted OR l.counted IS NULL AND o_ol_cnt <> 0;
SELECT ol_w_id, ol_d_id, ol_o_id, ol_number, ol_delivery, o_carrier FROM tpcc_order_line JOIN tpcc_orders
  ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id WHERE (ol_delivery = 0) <> (o_carrier = 0);
-- 8 and 9
SELECT w_id, w_ytd, sum(h_amount) AS payments FROM tpcc_warehouse LEFT JOIN tpcc_history ON h_w_id = w_id
  GROUP BY w_id, w_ytd HAVING w_ytd <> coalesce(sum(h_amount), 0);
SELECT d_w_id, d_id, d_ytd, sum(h_amount) AS payments FROM tpcc_district LEFT JOIN tpcc_history
  ON h_w_id = d_w_id AND h_d_id = d_id GROUP BY d_w_id, d_id, d_ytd HAVING d_ytd <> coalesce(sum(h_amount), 0);
-- 10 and 12
SELECT c.c_w_id, c.c_d_id, c.c_id, c.c_balance, c.c_ytd_payment, p.paid, d.delivered FROM tpcc_customer c
  LEFT JOIN (SELECT h_c_w_id, h_c_d_id, h_c_id, sum(h_amount) AS paid FROM tpcc_history GROUP BY h_c_w_id, h_c_d_id, h_c_id) p
    ON p.h_c_w_id = c.c_w_id AND p.h_c_d_id = c.c_d_id AND p.h_c_id = c.c_id
  LEFT JOIN (SELECT o_w_id, o_d_id, o_c_id, sum(ol_amount) AS delivered FROM tpcc_orders JOIN tpcc_order_line
      ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE ol_delivery > 0 GROUP BY o_w_id, o_d_id, o_c_id) d
    ON d.o_w_id = c.c_w_id AND d.o_d_id = c.c_d_id AND d.o_c_id = c.c_id
  WHERE c.c_balance <> coalesce(d.delivered, 0) - coalesce(p.paid, 0)
    OR c.c_balance + c.c_ytd_payment <> coalesce(d.delivered, 0);
-- Every piece, every line and every line of another warehouse is in the counts of its stock.
SELECT s_w_id, s_i_id, s_ytd, l.pieces, s_order_cnt, l.ordered, s_remote_cnt, l.remote FROM tpcc_stock LEFT JOIN
  (SELECT ol_supply_w_id, ol_i_id, sum(ol_quantity) AS pieces, count(*) AS ordered,
    sum(CASE WHEN ol_supply_w_id <> ol_w_id THEN 1 ELSE 0 END) AS remote
    FROM tpcc_order_line WHERE ol_o_id > 3000 GROUP BY ol_supply_w_id, ol_i_id) l
  ON l.ol_supply_w_id = s_w_id AND l.ol_i_id = s_i_id
  WHERE s_ytd <> coalesce(l.pieces, 0) OR s_order_cnt <> coalesce(l.ordered, 0) OR s_remote_cnt <> coalesce(l.remote, 0);

--@ cleanup
DROP TABLE tpcc_stock; DROP TABLE tpcc_item; DROP TABLE tpcc_order_line; DROP TABLE tpcc_orders; DROP TABLE tpcc_new_order;
DROP TABLE tpcc_history; DROP TABLE tpcc_customer; DROP TABLE tpcc_district; DROP TABLE tpcc_warehouse;
