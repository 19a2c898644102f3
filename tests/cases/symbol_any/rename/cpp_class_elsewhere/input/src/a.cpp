#include "lamp.h"
void Lamp::on() { on(); }
