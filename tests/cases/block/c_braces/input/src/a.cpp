int a()
{
    if (x) { // }
        s = "}"; c = '}'; /* } */ r = R"( } )";
        if (y) {
        }
    } else {
        z();
    }
}
