/* End of it. */


extern int all;
