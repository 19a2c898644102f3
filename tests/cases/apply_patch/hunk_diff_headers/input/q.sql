select 1;
-- old
