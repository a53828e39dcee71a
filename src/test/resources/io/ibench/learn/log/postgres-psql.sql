select 1;
begin; update t set n = 5 where id = 5; commit;
select 'two
lines', ';' \; select 2 \; select 3;
declare c cursor with hold for select id from t;
fetch forward 3 from c;
close c;
copy t to stdout;
