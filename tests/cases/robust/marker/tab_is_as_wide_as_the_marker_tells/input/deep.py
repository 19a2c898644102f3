def f(a,
      b):
      if a:
            if b:
                  run(1)
  
