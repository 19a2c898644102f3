// Licence.
#include "a.h"

#include <map>
#include <string>
#include <vector>

#include "b.h"
#include "c.h"

namespace n {}
