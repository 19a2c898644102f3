#pragma once

#include <map>

class A {};
