int kept;
