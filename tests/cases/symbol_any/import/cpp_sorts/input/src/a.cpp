// Licence.
#include "a.h"

#include <map>
#include <vector>

#include "b.h"

namespace n {}
