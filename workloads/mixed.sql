-- Some statements of sysbench's read_write, on the tables that another workload or sysbench has loaded:
-- -s script.tables=8 -s script.rows=1000000
--@ transaction mixed
\choose t 1 :tables
\set id random(1, :rows)
\set c string('###########-###########-###########-###########-###########-###########-###########-###########-###########-###########')
BEGIN;
SELECT c FROM sbtest{t} WHERE id = :id;
SELECT c FROM sbtest{t} WHERE id BETWEEN :id AND :id + 99 ORDER BY c;
UPDATE sbtest{t} SET k = k + 1 WHERE id = :id;
UPDATE sbtest{t} SET c = :c WHERE id = :id;
COMMIT;
