-- As the superuser of the private server, in the database shop.
drop table if exists t, u;
create table t (id int primary key, n bigint, s text, b bytea, ok boolean, a int[]);
create table u (id int);
create or replace function two(x int) returns bigint language plpgsql as $$ begin update t set n = x where id = x; return (select n from t where id = x); end $$;
