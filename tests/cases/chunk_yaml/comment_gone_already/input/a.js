'use strict';
{
    const data = read();
}
