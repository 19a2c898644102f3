struct Lamp { void glow(); };

MY_INLINE void Lamp::glow() { glow(); }
