select 1;
-- old
select 2;
