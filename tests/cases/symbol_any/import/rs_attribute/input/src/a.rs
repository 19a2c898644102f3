#[cfg(x)]
use std::rc::Rc;
