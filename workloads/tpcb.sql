-- The account transfers of pgbench's built-in script, which are like those of TPC-B, on tables of their own.
-- :scale is the number of branches, of 100,000 accounts each.

--@ schema
CREATE TABLE tpcb_branch (id int NOT NULL PRIMARY KEY, balance bigint NOT NULL, filler varchar(88) NOT NULL);
CREATE TABLE tpcb_teller (id int NOT NULL PRIMARY KEY, branch int NOT NULL, balance bigint NOT NULL, filler varchar(84) NOT NULL);
CREATE TABLE tpcb_account (id int NOT NULL PRIMARY KEY, branch int NOT NULL, balance bigint NOT NULL, filler varchar(84) NOT NULL);
CREATE TABLE tpcb_history (teller int NOT NULL, branch int NOT NULL, account int NOT NULL, delta int NOT NULL, moment bigint NOT NULL);

--@ load branch rows=:scale
INSERT INTO tpcb_branch (id, balance, filler) VALUES (:n, 0, '');

--@ load teller rows=10*:scale
\set branch 1 + (:n - 1) / 10
INSERT INTO tpcb_teller (id, branch, balance, filler) VALUES (:n, :branch, 0, '');

--@ load account rows=100000*:scale
\set branch 1 + (:n - 1) / 100000
\set filler text(84, 84)
INSERT INTO tpcb_account (id, branch, balance, filler) VALUES (:n, :branch, 0, :filler);

--@ transaction transfer
\set account random(1, 100000 * :scale)
\set branch random(1, :scale)
\set teller random(1, 10 * :scale)
\set delta random(-5000, 5000)
\set now epoch_ms()
BEGIN;
UPDATE tpcb_account SET balance = balance + :delta WHERE id = :account;
SELECT balance FROM tpcb_account WHERE id = :account;
UPDATE tpcb_teller SET balance = balance + :delta WHERE id = :teller;
UPDATE tpcb_branch SET balance = balance + :delta WHERE id = :branch;
INSERT INTO tpcb_history (teller, branch, account, delta, moment) VALUES (:teller, :branch, :account, :delta, :now);
COMMIT;

--@ transaction balance weight=0
-- pgbench's select-only: -s request.mix='balance'
\set account random(1, 100000 * :scale)
SELECT balance FROM tpcb_account WHERE id = :account;

--@ verify
-- No transfer is lost: accounts, tellers, branches and the history add up to the same.
SELECT a.total AS accounts, t.total AS tellers, b.total AS branches, h.total AS history FROM
  (SELECT coalesce(sum(balance), 0) AS total FROM tpcb_account) a,
  (SELECT coalesce(sum(balance), 0) AS total FROM tpcb_teller) t,
  (SELECT coalesce(sum(balance), 0) AS total FROM tpcb_branch) b,
  (SELECT coalesce(sum(delta), 0) AS total FROM tpcb_history) h
  WHERE a.total <> t.total OR a.total <> b.total OR a.total <> h.total;

--@ cleanup
DROP TABLE tpcb_history; DROP TABLE tpcb_account; DROP TABLE tpcb_teller; DROP TABLE tpcb_branch;
