fn on()
where
    Lamp: Lit,
{
    light();
}
