use std::fmt;
