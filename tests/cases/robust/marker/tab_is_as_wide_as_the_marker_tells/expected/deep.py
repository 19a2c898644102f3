def f(a,
      b):
      if a:
            if b:
                  run(1)
                  run(2)
  
