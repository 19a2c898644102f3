one
--
three
