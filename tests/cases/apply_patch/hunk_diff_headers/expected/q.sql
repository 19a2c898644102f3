select 1;
++ new
