package shop;

import java.util.List;
import java.util.Map;

import static org.junit.Assert.assertEquals;

class Basket {}
