# The numbers of CPython, bit for bit.
import random
for s in (0, 1, 42, 123456789012345678901234567890, -5):
    random.seed(s)
    print([random.random() for _ in range(3)], random.randint(1, 100), random.randrange(0, 100, 7), random.choice("abcdef"))
    x = list(range(10)); random.shuffle(x); print(x, random.sample(range(1000), 5), random.sample(list(range(10)), 8))
    print(random.gauss(0, 1), random.gauss(1, 2), random.uniform(-1, 1), random.choices([1,2,3], k=5), random.choices("ab", weights=[1, 3], k=6))
    print(random.normalvariate(0, 1), random.expovariate(2.0), random.triangular(0, 1, 0.3), random.getrandbits(80), random.lognormvariate(0, 1))
r = random.Random(7)
print([r.random() for _ in range(700)][-1], r.randint(0, 10**20))
print(random.sample(range(100), 30))
