select 1;
++ new
select 2;
