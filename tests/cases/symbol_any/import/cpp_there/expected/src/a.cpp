#  include <map> // why

#include "map"
