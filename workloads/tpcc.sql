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
\set i1 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s1 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r1 CASE WHEN :s1 <> :w THEN 1 ELSE 0 END
\set q1 random(1, 10)
\set i2 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s2 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r2 CASE WHEN :s2 <> :w THEN 1 ELSE 0 END
\set q2 random(1, 10)
\set i3 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s3 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r3 CASE WHEN :s3 <> :w THEN 1 ELSE 0 END
\set q3 random(1, 10)
\set i4 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s4 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r4 CASE WHEN :s4 <> :w THEN 1 ELSE 0 END
\set q4 random(1, 10)
\set i5 CASE WHEN random(1, 100) = 1 THEN 0 ELSE 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000 END
\set s5 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r5 CASE WHEN :s5 <> :w THEN 1 ELSE 0 END
\set q5 random(1, 10)
\set i6 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s6 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r6 CASE WHEN :s6 <> :w THEN 1 ELSE 0 END
\set q6 random(1, 10)
\set i7 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s7 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r7 CASE WHEN :s7 <> :w THEN 1 ELSE 0 END
\set q7 random(1, 10)
\set i8 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s8 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r8 CASE WHEN :s8 <> :w THEN 1 ELSE 0 END
\set q8 random(1, 10)
\set i9 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s9 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r9 CASE WHEN :s9 <> :w THEN 1 ELSE 0 END
\set q9 random(1, 10)
\set i10 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s10 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r10 CASE WHEN :s10 <> :w THEN 1 ELSE 0 END
\set q10 random(1, 10)
\set i11 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s11 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r11 CASE WHEN :s11 <> :w THEN 1 ELSE 0 END
\set q11 random(1, 10)
\set i12 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s12 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r12 CASE WHEN :s12 <> :w THEN 1 ELSE 0 END
\set q12 random(1, 10)
\set i13 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s13 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r13 CASE WHEN :s13 <> :w THEN 1 ELSE 0 END
\set q13 random(1, 10)
\set i14 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s14 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r14 CASE WHEN :s14 <> :w THEN 1 ELSE 0 END
\set q14 random(1, 10)
\set i15 1 + ((random(0, 8191) | random(1, 100000)) + 7911) % 100000
\set s15 CASE WHEN random(1, 100) = 1 THEN random(1, :scale) ELSE :w END
\set r15 CASE WHEN :s15 <> :w THEN 1 ELSE 0 END
\set q15 random(1, 10)
\set price -1
BEGIN;
SELECT c_discount AS discount, c_last AS surname FROM tpcc_customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c \gset
SELECT w_tax FROM tpcc_warehouse WHERE w_id = :w;
UPDATE tpcc_district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = :w AND d_id = :d;
SELECT d_next_o_id - 1 AS o, d_tax AS tax FROM tpcc_district WHERE d_w_id = :w AND d_id = :d \gset
INSERT INTO tpcc_orders (o_w_id, o_d_id, o_id, o_c_id, o_entry, o_carrier, o_ol_cnt) VALUES (:w, :d, :o, :c, :now, 0, :lines);
INSERT INTO tpcc_new_order (no_w_id, no_d_id, no_o_id) VALUES (:w, :d, :o);
SELECT i_price AS price1 FROM tpcc_item WHERE i_id = :i1 \gset
\set amount1 :q1 * :price1
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q1 + 10 THEN s_quantity - :q1 ELSE s_quantity - :q1 + 91 END,
  s_ytd = s_ytd + :q1, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r1 WHERE s_w_id = :s1 AND s_i_id = :i1;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 1, :i1, :s1, 0, :q1, :amount1, 'dist');
SELECT i_price AS price2 FROM tpcc_item WHERE i_id = :i2 \gset
\set amount2 :q2 * :price2
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q2 + 10 THEN s_quantity - :q2 ELSE s_quantity - :q2 + 91 END,
  s_ytd = s_ytd + :q2, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r2 WHERE s_w_id = :s2 AND s_i_id = :i2;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 2, :i2, :s2, 0, :q2, :amount2, 'dist');
SELECT i_price AS price3 FROM tpcc_item WHERE i_id = :i3 \gset
\set amount3 :q3 * :price3
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q3 + 10 THEN s_quantity - :q3 ELSE s_quantity - :q3 + 91 END,
  s_ytd = s_ytd + :q3, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r3 WHERE s_w_id = :s3 AND s_i_id = :i3;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 3, :i3, :s3, 0, :q3, :amount3, 'dist');
SELECT i_price AS price4 FROM tpcc_item WHERE i_id = :i4 \gset
\set amount4 :q4 * :price4
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q4 + 10 THEN s_quantity - :q4 ELSE s_quantity - :q4 + 91 END,
  s_ytd = s_ytd + :q4, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r4 WHERE s_w_id = :s4 AND s_i_id = :i4;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 4, :i4, :s4, 0, :q4, :amount4, 'dist');
SELECT i_price AS price FROM tpcc_item WHERE i_id = :i5 \aset
\set amount5 :q5 * :price
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q5 + 10 THEN s_quantity - :q5 ELSE s_quantity - :q5 + 91 END,
  s_ytd = s_ytd + :q5, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r5 WHERE s_w_id = :s5 AND s_i_id = :i5;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 5, :i5, :s5, 0, :q5, :amount5, 'dist');
\if :lines >= 6
SELECT i_price AS price6 FROM tpcc_item WHERE i_id = :i6 \gset
\set amount6 :q6 * :price6
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q6 + 10 THEN s_quantity - :q6 ELSE s_quantity - :q6 + 91 END,
  s_ytd = s_ytd + :q6, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r6 WHERE s_w_id = :s6 AND s_i_id = :i6;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 6, :i6, :s6, 0, :q6, :amount6, 'dist');
\if :lines >= 7
SELECT i_price AS price7 FROM tpcc_item WHERE i_id = :i7 \gset
\set amount7 :q7 * :price7
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q7 + 10 THEN s_quantity - :q7 ELSE s_quantity - :q7 + 91 END,
  s_ytd = s_ytd + :q7, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r7 WHERE s_w_id = :s7 AND s_i_id = :i7;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 7, :i7, :s7, 0, :q7, :amount7, 'dist');
\if :lines >= 8
SELECT i_price AS price8 FROM tpcc_item WHERE i_id = :i8 \gset
\set amount8 :q8 * :price8
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q8 + 10 THEN s_quantity - :q8 ELSE s_quantity - :q8 + 91 END,
  s_ytd = s_ytd + :q8, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r8 WHERE s_w_id = :s8 AND s_i_id = :i8;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 8, :i8, :s8, 0, :q8, :amount8, 'dist');
\if :lines >= 9
SELECT i_price AS price9 FROM tpcc_item WHERE i_id = :i9 \gset
\set amount9 :q9 * :price9
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q9 + 10 THEN s_quantity - :q9 ELSE s_quantity - :q9 + 91 END,
  s_ytd = s_ytd + :q9, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r9 WHERE s_w_id = :s9 AND s_i_id = :i9;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 9, :i9, :s9, 0, :q9, :amount9, 'dist');
\if :lines >= 10
SELECT i_price AS price10 FROM tpcc_item WHERE i_id = :i10 \gset
\set amount10 :q10 * :price10
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q10 + 10 THEN s_quantity - :q10 ELSE s_quantity - :q10 + 91 END,
  s_ytd = s_ytd + :q10, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r10 WHERE s_w_id = :s10 AND s_i_id = :i10;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 10, :i10, :s10, 0, :q10, :amount10, 'dist');
\if :lines >= 11
SELECT i_price AS price11 FROM tpcc_item WHERE i_id = :i11 \gset
\set amount11 :q11 * :price11
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q11 + 10 THEN s_quantity - :q11 ELSE s_quantity - :q11 + 91 END,
  s_ytd = s_ytd + :q11, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r11 WHERE s_w_id = :s11 AND s_i_id = :i11;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 11, :i11, :s11, 0, :q11, :amount11, 'dist');
\if :lines >= 12
SELECT i_price AS price12 FROM tpcc_item WHERE i_id = :i12 \gset
\set amount12 :q12 * :price12
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q12 + 10 THEN s_quantity - :q12 ELSE s_quantity - :q12 + 91 END,
  s_ytd = s_ytd + :q12, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r12 WHERE s_w_id = :s12 AND s_i_id = :i12;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 12, :i12, :s12, 0, :q12, :amount12, 'dist');
\if :lines >= 13
SELECT i_price AS price13 FROM tpcc_item WHERE i_id = :i13 \gset
\set amount13 :q13 * :price13
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q13 + 10 THEN s_quantity - :q13 ELSE s_quantity - :q13 + 91 END,
  s_ytd = s_ytd + :q13, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r13 WHERE s_w_id = :s13 AND s_i_id = :i13;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 13, :i13, :s13, 0, :q13, :amount13, 'dist');
\if :lines >= 14
SELECT i_price AS price14 FROM tpcc_item WHERE i_id = :i14 \gset
\set amount14 :q14 * :price14
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q14 + 10 THEN s_quantity - :q14 ELSE s_quantity - :q14 + 91 END,
  s_ytd = s_ytd + :q14, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r14 WHERE s_w_id = :s14 AND s_i_id = :i14;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 14, :i14, :s14, 0, :q14, :amount14, 'dist');
\if :lines >= 15
SELECT i_price AS price15 FROM tpcc_item WHERE i_id = :i15 \gset
\set amount15 :q15 * :price15
UPDATE tpcc_stock SET s_quantity = CASE WHEN s_quantity >= :q15 + 10 THEN s_quantity - :q15 ELSE s_quantity - :q15 + 91 END,
  s_ytd = s_ytd + :q15, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :r15 WHERE s_w_id = :s15 AND s_i_id = :i15;
INSERT INTO tpcc_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery, ol_quantity, ol_amount, ol_dist)
  VALUES (:w, :d, :o, 15, :i15, :s15, 0, :q15, :amount15, 'dist');
\endif
\endif
\endif
\endif
\endif
\endif
\endif
\endif
\endif
\endif
\if :i5 = 0
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
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 1;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 1 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 1 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 1 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 1 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 1 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 1 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 1 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 2;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 2 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 2 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 2 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 2 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 2 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 2 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 2 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 3;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 3 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 3 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 3 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 3 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 3 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 3 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 3 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 4;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 4 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 4 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 4 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 4 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 4 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 4 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 4 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 5;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 5 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 5 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 5 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 5 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 5 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 5 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 5 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 6;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 6 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 6 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 6 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 6 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 6 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 6 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 6 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 7;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 7 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 7 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 7 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 7 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 7 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 7 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 7 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 8;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 8 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 8 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 8 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 8 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 8 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 8 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 8 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 9;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 9 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 9 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 9 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 9 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 9 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 9 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 9 AND c_id = :c;
\endif
COMMIT;
\set o 0
BEGIN;
UPDATE tpcc_district SET d_deliveries = d_deliveries + 1 WHERE d_w_id = :w AND d_id = 10;
SELECT no_o_id AS o FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 10 ORDER BY no_o_id LIMIT 1 \aset
\if :o > 0
DELETE FROM tpcc_new_order WHERE no_w_id = :w AND no_d_id = 10 AND no_o_id = :o;
SELECT o_c_id AS c FROM tpcc_orders WHERE o_w_id = :w AND o_d_id = 10 AND o_id = :o \gset
UPDATE tpcc_orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = 10 AND o_id = :o;
UPDATE tpcc_order_line SET ol_delivery = :now WHERE ol_w_id = :w AND ol_d_id = 10 AND ol_o_id = :o;
SELECT sum(ol_amount) AS total FROM tpcc_order_line WHERE ol_w_id = :w AND ol_d_id = 10 AND ol_o_id = :o \gset
\set total int(:total)
UPDATE tpcc_customer SET c_balance = c_balance + :total, c_delivery_cnt = c_delivery_cnt + 1
  WHERE c_w_id = :w AND c_d_id = 10 AND c_id = :c;
\endif
COMMIT;

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
