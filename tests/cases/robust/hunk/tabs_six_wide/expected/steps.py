names = {
      "one": 1,
      "two": [
            2,
            22,
      ],
}
