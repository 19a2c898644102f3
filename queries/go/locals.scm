; What binds names, and where they are seen.
