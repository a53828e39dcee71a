-- As root, before SlowLogClient.java.
create database if not exists shop;
create database if not exists other;
create user if not exists app@'127.0.0.1' identified by 'app';
grant all on *.* to app@'127.0.0.1';
use shop;
drop table if exists t, a;
create table t (id int primary key, n bigint, s varchar(200), b blob, at timestamp null);
create table a (id int auto_increment primary key, n int);
drop table if exists other.u;
create table other.u (id int);
drop procedure if exists two;
delimiter //
create procedure two(x int) begin select n from t where id = x; update t set n = x where id = x; end //
delimiter ;
