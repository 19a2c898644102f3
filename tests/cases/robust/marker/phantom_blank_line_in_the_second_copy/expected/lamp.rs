fn on()
where
    Lamp: Lit,
{
    on_with(1);
}

fn on_with(level: u8)
where
    Lamp: Lit,
{
    light();
}
