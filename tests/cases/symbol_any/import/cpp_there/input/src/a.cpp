#  include <map> // why
