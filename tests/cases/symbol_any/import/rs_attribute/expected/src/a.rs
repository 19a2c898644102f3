use std::fmt;
#[cfg(x)]
use std::rc::Rc;
