"""The simulated tape, written from docs/rules/15-tape.md alone. Run with that file's path it recomputes the vectors."""
import bisect, datetime, hashlib, hmac, json, math, re, struct, sys
from pathlib import Path

try:  # quicker, not needed
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
except ImportError:
    Cipher = None

RULES = Path(__file__).resolve().parents[2] / 'docs' / 'rules'
DOCUMENT = (RULES / '15-tape.md').read_text(encoding='utf-8')
CATALOGUE = json.loads((RULES.parents[1] / 'static' / 'tape-catalogue.json').read_text(encoding='utf-8'))
CATALOGUE_VERSION = hashlib.sha256(json.dumps(CATALOGUE, separators=(',', ':')).encode()).hexdigest()[:16]
HALF = [float(z) for z in re.search(r'```normals\n(.*?)```', DOCUMENT, re.S)[1].split()]
N = [-z for z in reversed(HALF)] + HALF
VERSIONS = 3, 4
FIRST, ANCHOR, DAY, MINUTE, TWO32 = 18995, 20455, 86_400_000, 60_000, 2.0**32
sha256 = lambda data: hashlib.sha256(data).digest()
PUBLIC = sha256(b'Paperpit: the public history of the simulated market')


class Aes:
    """AES-256 as FIPS 197 has it: substitution, shifted rows, mixed columns as one table each."""
    SBOX, TABLES = [0] * 256, [[0] * 256 for _ in range(4)]
    p = q = 1
    while True:
        p = p ^ (p << 1) & 255 ^ (0x1B if p & 128 else 0)
        for shift in 1, 2, 4:
            q = (q ^ q << shift) & 255
        if q & 128:
            q ^= 9
        x = q | q << 8
        SBOX[p] = ((x ^ x >> 7 ^ x >> 6 ^ x >> 5 ^ x >> 4) & 255) ^ 0x63
        if p == 1:
            break
    SBOX[0] = 0x63
    for i, s in enumerate(SBOX):
        d = (s << 1 ^ (0x11B if s & 128 else 0))
        for n, row in enumerate(((d, s, s, d ^ s), (d ^ s, d, s, s), (s, d ^ s, d, s), (s, s, d ^ s, d))):
            TABLES[n][i] = int.from_bytes(bytes(row), 'big')

    def __init__(self, key):
        words, rcon, S = list(struct.unpack('>8I', key)), 1, self.SBOX
        sub = lambda w: S[w >> 24] << 24 | S[w >> 16 & 255] << 16 | S[w >> 8 & 255] << 8 | S[w & 255]
        for i in range(8, 60):
            t = words[i - 1]
            if i % 8 == 0:
                t, rcon = sub((t << 8 | t >> 24) & 0xFFFFFFFF) ^ rcon << 24, rcon << 1
            elif i % 8 == 4:
                t = sub(t)
            words.append(words[i - 8] ^ t)
        self.rounds = [words[i:i + 4] for i in range(0, 60, 4)]

    def block(self, data):
        (A, B, C, D), S = self.TABLES, self.SBOX
        a, b, c, d = (x ^ k for x, k in zip(struct.unpack('>4I', data), self.rounds[0]))
        for k in self.rounds[1:14]:
            a, b, c, d = (
                A[a >> 24] ^ B[b >> 16 & 255] ^ C[c >> 8 & 255] ^ D[d & 255] ^ k[0],
                A[b >> 24] ^ B[c >> 16 & 255] ^ C[d >> 8 & 255] ^ D[a & 255] ^ k[1],
                A[c >> 24] ^ B[d >> 16 & 255] ^ C[a >> 8 & 255] ^ D[b & 255] ^ k[2],
                A[d >> 24] ^ B[a >> 16 & 255] ^ C[b >> 8 & 255] ^ D[c & 255] ^ k[3])
        last = ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c))
        return struct.pack('>4I', *((S[w >> 24] << 24 | S[x >> 16 & 255] << 16 | S[y >> 8 & 255] << 8 | S[z & 255]) ^ k
                                    for (w, x, y, z), k in zip(last, self.rounds[14])))


class Key:
    def __init__(self, seed):
        self.bytes = sha256(b'paperpit tape 2\n' + seed)
        self.aes = Aes(self.bytes)

    def read(self, name, block, length):
        prefix = sha256(b'stream\n' + name.encode())[:12]
        if Cipher:
            counter = prefix + struct.pack('>I', block)
            return Cipher(algorithms.AES(self.bytes), modes.CTR(counter)).encryptor().update(bytes(length))
        count = -(-length // 16)
        return b''.join(self.aes.block(prefix + struct.pack('>I', block + k)) for k in range(count))[:length]

    def words(self, name, block):
        return struct.unpack('<16I', self.read(name, block, 64))


def hkdf(text, info):
    secret = hmac.digest(bytes(32), text.encode(), 'sha256')
    return hmac.digest(secret, info.encode() + b'\x01', 'sha256')


uniform = lambda w: w / TWO32
normal = lambda a, b: math.sqrt(-2 * math.log((a + 0.5) / TWO32)) * math.cos((2 * math.pi * b) / TWO32)
iso = lambda day: datetime.date(1970, 1, 1) + datetime.timedelta(day)
number = lambda date: (date - datetime.date(1970, 1, 1)).days


def nth(year, month, weekday, n):
    first = datetime.date(year, month, 1)
    return first + datetime.timedelta((weekday - first.weekday()) % 7 + 7 * (n - 1))


def easter(y):
    a, b, c = y % 19, y // 100, y % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return datetime.date(y, month, day + 1)


def closed(date):
    one, y = datetime.timedelta(1), date.year
    if date.weekday() >= 5 or date == datetime.date(2025, 1, 9):
        return True
    days = [nth(y, 1, 0, 3), nth(y, 2, 0, 3), easter(y) - 2 * one, nth(y, 6, 0, 1) - 7 * one, nth(y, 9, 0, 1), nth(y, 11, 3, 4)]
    for month, day in (1, 1), (6, 19), (7, 4), (12, 25):
        on = datetime.date(y, month, day)
        if not (month == 1 and on.weekday() == 5):
            days.append(on + {5: -one, 6: one}.get(on.weekday(), 0 * one))
    return date in days


def session_of(hours, day):
    """Opening in ms and minutes, or None."""
    if hours == 'always':
        return day * DAY, 1440
    date = iso(day)
    if closed(date):
        return None
    half = (date.month, date.day) in ((7, 3), (12, 24)) or date == nth(date.year, 11, 3, 4) + datetime.timedelta(1)
    summer = nth(date.year, 3, 6, 2) <= date < nth(date.year, 11, 6, 1)
    return day * DAY + (9 * 60 + 30 + (4 if summer else 5) * 60) * MINUTE, 210 if half else 390


def end_of_day(hours, ms):
    """When the session ends that runs at a moment or comes next."""
    day = ms // DAY
    while not (session := session_of(hours, day)) or session[0] + session[1] * MINUTE <= ms:
        day += 1
    return session[0] + session[1] * MINUTE


def shape_of(n, known={}):
    if n not in known:
        weights = [1 + 4.5 * math.exp(-x / 0.05) + 5 * math.exp(-(1 - x) / 0.04) for x in ((m + 0.5) / n for m in range(n))]
        total = 0.0
        for weight in weights:
            total += weight
        share, before = [w / total for w in weights], [0.0]
        for each in share:
            before.append(before[-1] + each)
        known[n] = share, [math.sqrt(s) for s in share], before
    return known[n]


class Course:
    def __init__(self, gap, n):
        self.open, self.close, self.sd, self.jumps = gap, [0.0] * n, [0.0] * n, []
        self.expected = [(0.0, 0.0, 0.0)] * (n + 1)  # T, V and H by the opening, then by each minute


class Factor:
    def __init__(self, tape, name, sigma, drift, jump_mean, jump_sd):
        self.tape, self.name, self.sigma0, self.drift, self.mean, self.dev = tape, name, sigma, drift, jump_mean, jump_sd
        self.levels, self.days, self.state, self.paths = [0.0], [], (0.0, 0.0, 1, 0.0), {}

    def extend(self, upto):
        while len(self.days) <= upto:
            self.days.append(self.make_day(len(self.days)))

    def level(self, day):
        self.extend(day - FIRST - 1)
        return self.levels[day - FIRST]

    def day(self, day):
        self.extend(day - FIRST)
        return self.days[day - FIRST]

    def make_day(self, i):
        h, l, regime, z = self.state
        session = session_of(self.tape.hours, FIRST + i)
        if not session:
            self.levels.append(self.levels[-1])
            return {'regime': regime, 'sigma': 0.0}
        us, v, q = self.tape.night
        segments = self.tape.segments(session)
        w = segments[0][1].words('day ' + self.name, 4 * i)
        h = 0.98 * h + 0.07 * normal(w[0], w[1]) - 0.02 * z
        l = 0.85 * l + 0.13 * normal(w[2], w[3])
        turns = uniform(w[4]) < (0.04 if regime > 1 else 0.01)
        leader = self.tape.market
        regime = leader.day(FIRST + i)['regime'] if leader is not self else (1.9 if (regime > 1) != turns else 1)
        sigma = self.sigma0 * math.exp(h + l) * regime
        z_day = normal(w[5], w[6]) * math.sqrt(1 - v)
        z_night = normal(w[7], w[8]) * math.sqrt(v) if us else 0.0
        size = self.mean + self.dev * normal(w[10], w[11]) if uniform(w[9]) < 0.02 else 0.0
        by_night = us and uniform(w[12]) < 0.7
        n = session[1]
        gap = self.drift * v - 0.02 * q * self.mean + sigma * z_night + (size if by_night else 0.0)
        jump = (int(uniform(w[13]) * n), 1 + int(uniform(w[14]) * 64), size) if size and not by_night else None
        rate = 0.0 if size and by_night else 0.02 * (1 - q) / (1 - 0.02 * q) / n
        day = {'regime': regime, 'sigma': sigma, 'gap': gap, 'session': session, 'segments': segments,
               'course': (0, gap, sigma * z_day, sigma * math.sqrt(1 - v), jump, rate)}
        self.days.append(day)
        if len(segments) == 1:
            move, z = self.end(day['course'], n), z_day + z_night
        else:
            move = self.make_path(i).close[-1]
            z = move / sigma
        self.days.pop()
        self.state = h, l, regime, z
        self.levels.append(self.levels[-1] + move)
        return day

    def added(self, course, k, n):
        start, jump = course[0], course[4]
        _, v, q = self.tape.night
        premium, awaited = self.drift * (1 - v) / n, 0.02 * (1 - q) * self.mean / n
        jumped = jump is not None and jump[0] < start + k
        return premium * k - awaited * (jump[0] + 1 - start if jumped else k) + (jump[2] if jumped else 0.0)

    def night(self, sigma):
        _, v, q = self.tape.night
        return self.drift * v - 0.02 * q * self.mean, sigma * sigma * v, 0.0

    def expect(self, before, course, k, n, variance):
        """T, V and H by the end of a course's k-th minute."""
        start, jump, rate = course[0], course[4], course[5]
        _, v, q = self.tape.night
        c = jump[0] + 1 - start if jump and jump[0] < start + k else k
        trend = self.drift * (1 - v) / n * k - 0.02 * (1 - q) * self.mean / n * c
        return before[0] + trend, before[1] + variance, before[2] - math.log(1 - rate * c)

    def expected(self, day):
        """T, V and H of a whole day."""
        found = self.day(day)
        if len(found['segments']) > 1:
            return self.path(day).expected[-1]
        course, n = found['course'], found['session'][1]
        return self.expect(self.night(found['sigma']), course, n, n, course[3] * course[3])

    def growth(self, weight, expected):
        (trend, variance, hazard), (_, _, q) = expected, self.tape.night
        gain = math.exp(weight * self.mean + (weight * self.dev) ** 2 / 2) - 1
        return weight * trend + weight * weight * variance / 2 + math.log(1 + 0.02 * q * gain) + gain * hazard

    def end(self, course, n):
        return course[1] + course[2] + self.added(course, n - course[0], n)

    def path(self, day):
        if day not in self.paths:
            self.extend(day - FIRST)
            self.paths[day] = self.make_path(day - FIRST)
        return self.paths[day]

    def make_path(self, i):
        day = self.days[i]
        n = day['session'][1]
        path = Course(day['gap'], n)
        path.expected[0] = self.night(day['sigma'])
        for start, key in day['segments']:
            course = day['course'] if start == 0 else self.later(i, day, start, key, path, n)
            path.jumps = [jump for jump in path.jumps if jump[0] < start]
            self.bridge(path, course, key, i, n)
        return path

    def later(self, i, day, start, key, path, n):
        _, v, q = self.tape.night
        w = key.words('segment ' + self.name, (1440 * i + start) * 4)
        spread = day['sigma'] * math.sqrt((1 - shape_of(n)[2][start]) * (1 - v))
        jump = (start + int(uniform(w[5]) * (n - start)), 1 + int(uniform(w[6]) * 64), self.mean + self.dev * normal(w[3], w[4]))
        comes = uniform(w[2]) < 0.02 * (1 - q) * (n - start) / n
        return start, path.close[start - 1], spread * normal(w[0], w[1]), spread, jump if comes else None, 0.02 * (1 - q) / n

    def bridge(self, path, course, key, i, n):
        start, base, body, spread, jump = course[:5]
        B, root, burst = key.read('minutes ' + self.name, 94 * i, 64 + n), shape_of(n)[1], -(-n // 64)
        W, Z, weights, noise = [0.0] * n, [0.0] * n, 0.0, 0.0
        for m in range(start, n):
            if m == start or m % burst == 0:
                lively = math.exp(0.25 * N[B[m // burst]])
            own = root[m] * lively
            weights += own * own
            noise += own * N[B[64 + m]]
            path.sd[m], W[m], Z[m] = own, weights, noise
        scale, variance = spread / math.sqrt(weights), 0.0
        for m in range(start, n):
            f = W[m] / weights
            path.sd[m] *= scale
            variance += path.sd[m] * path.sd[m]
            path.expected[m + 1] = self.expect(path.expected[start], course, m + 1 - start, n, variance)
            path.close[m] = base + f * body + (Z[m] - f * noise) * scale + self.added(course, m + 1 - start, n)
        path.close[n - 1] = self.end(course, n)
        if jump:
            path.jumps.append(jump)


class Tape:
    def __init__(self, hours, periods=(), version=VERSIONS[-1]):
        """periods: pairs of effectiveFrom in ms and a seed of 32 bytes."""
        self.version, self.hours, self.night = version, hours, (True, 0.25, 0.7) if hours == 'us' else (False, 0.0, 0.0)
        self.keys = [(-1, Key(PUBLIC))] + [(-(-at // MINUTE) * MINUTE, Key(seed)) for at, seed in sorted(periods, key=lambda p: p[0])]
        self.market = Factor(self, 'market', 0.006, 0.0002, -0.025, 0.014)
        self.factors, self.known, self.distances, self.minutes = {'market': self.market}, {}, {}, {}
        self.first_day = self.keys[1][0] // DAY if len(self.keys) > 1 else ANCHOR
        self.early = Tape(hours, (), version) if self.first_day < ANCHOR else None
        self.rows = {row[0]: row for row in CATALOGUE}

    def key_at(self, ms):
        return self.keys[bisect.bisect_right(self.keys, ms, key=lambda k: k[0]) - 1][1]

    def segments(self, session):
        opens, n = session
        later = [((at - opens) // MINUTE, key) for at, key in self.keys[1:]]
        return [(0, self.key_at(opens))] + [(m, key) for m, key in later if 0 < m < n]

    def factor(self, name):
        if name not in self.factors:
            if name.startswith('sector '):
                traits = 0.0035, 0, -0.003, 0.012
            else:
                vol = self.rows[name][6]
                j = min(1.5, vol / 1.2)
                traits = vol / 100, 0, -0.003 * j, 0.035 * j
            self.factors[name] = Factor(self, name, *traits)
        return self.factors[name]

    def forces(self, symbol):
        if symbol not in self.known:
            self.known[symbol] = self.find_forces(symbol)
        return self.known[symbol]

    def find_forces(self, symbol):
        _, sector, beta = self.rows[symbol][:3]
        names = [(beta, 'market')] + ([(1, 'sector ' + sector)] if sector != 'Index Funds' else []) + [(1, symbol)]
        return [(weight, self.factor(name)) for weight, name in names]

    def strides(self, symbol, y):
        """What happens of each factor's moves at a distance."""
        shared, own = (max(0.02, min(1, (1.5 - abs(y)) / room)) for room in (0.4, 0.8))
        return [shared] * (len(self.forces(symbol)) - 1) + [own]

    def moves(self, symbol, strides, day):
        return sum(stride * weight * (factor.level(day + 1) - factor.level(day))
                   for stride, (weight, factor) in zip(strides, self.forces(symbol)))

    def distance(self, symbol, day):
        """Of the log price from the catalogue's at the previous close."""
        if symbol not in self.distances:
            back = {ANCHOR: 0.0}
            if self.early:
                back = {d: self.early.distance(symbol, d) for d in range(FIRST, self.first_day + 1)}
            else:
                for d in range(ANCHOR - 1, FIRST - 1, -1):
                    back[d] = back[d + 1] - self.moves(symbol, self.past(symbol, d, back[d + 1]), d)
            self.distances[symbol] = back
        known = self.distances[symbol]
        for d in range(max(known) + 1, day + 1):
            known[d] = known[d - 1] + self.moves(symbol, self.steps(symbol, d - 1), d - 1) - self.reduction(symbol, d - 1)
        return known[day]

    def is_reduced(self, day):
        return self.version >= 4 and (day > self.first_day if self.early else day >= ANCHOR)

    def reduction(self, symbol, day):
        """G of a whole day."""
        if not self.is_reduced(day) or not session_of(self.hours, day):
            return 0.0
        return sum(factor.growth(stride * weight, factor.expected(day))
                   for stride, (weight, factor) in zip(self.steps(symbol, day), self.forces(symbol)))

    def steps(self, symbol, day):
        """How a company goes through a day."""
        if self.early and day <= self.first_day:
            return self.early.steps(symbol, day)
        if self.early or day >= ANCHOR:
            return self.strides(symbol, self.distance(symbol, day))
        return self.past(symbol, day, self.distance(symbol, day + 1))

    def past(self, symbol, day, y):
        whole = [1.0] * len(self.forces(symbol))
        return self.strides(symbol, y) if self.moves(symbol, whole, day) * y < 0 else whole

    def minute(self, symbol, day, m):
        """The 64 trades of a session's minute: ms and the price before its rounding."""
        if (symbol, day, m) not in self.minutes:
            opens, n = session_of(self.hours, day)
            level, starts = math.log(self.rows[symbol][3]) + self.distance(symbol, day), opens + m * MINUTE
            forces = [(stride * weight, factor) for stride, (weight, factor) in zip(self.steps(symbol, day), self.forces(symbol))]
            key = self.key_at(max(starts, opens))
            paths = [(weight, factor.path(day)) for weight, factor in forces]
            taken = lambda k: sum(factor.growth(weight, factor.path(day).expected[k + 1]) for weight, factor in forces)
            log = lambda k: level + sum(weight * (path.close[k] if k >= 0 else path.open) for weight, path in paths)
            at = lambda k: log(k) - (taken(k) if self.is_reduced(day) else 0.0)
            jumps = [(tick, weight * size) for weight, path in paths for minute, tick, size in path.jumps if minute == m]
            noise = [key.read('noise ' + factor.name, (1440 * (day - FIRST) + m) * 4, 64) for _, factor in forces]
            sds = [weight * path.sd[m] for weight, path in paths]
            v = [0.0] * 65
            v[0], v[64], byte = at(m - 1), at(m) - sum(size for _, size in jumps), 0
            for power in range(6):
                half, spread = 32 >> power, 2.0 ** (-1 - power / 2)
                for k in range(half, 64, 2 * half):
                    kick = sum(sd * N[b[byte]] for sd, b in zip(sds, noise))
                    v[k] = (v[k - half] + v[k + half]) / 2 + spread * kick
                    byte += 1
            for tick, size in jumps:
                for k in range(tick, 64):
                    v[k] += size
            v[64] = at(m)
            clock = key.read('clock', 4 * (starts // MINUTE - FIRST * 1440), 64)
            self.minutes[symbol, day, m] = [
                (starts + max(math.ceil(k * 937.5), math.floor((k + clock[k] / 256) * 937.5)), 10_000 * math.exp(v[k + 1]))
                for k in range(64)]
        return self.minutes[symbol, day, m]

    def newest(self, symbol, ms):
        """The newest trade at or before a moment: its ms and its price before rounding."""
        day = ms // DAY
        session = session_of(self.hours, day)
        while not session or session[0] > ms:
            day -= 1
            if day < FIRST:
                return None
            session = session_of(self.hours, day)
        m = (ms - session[0]) // MINUTE
        if m < session[1]:
            trades = [trade for trade in self.minute(symbol, day, m) if trade[0] <= ms]
            if trades:
                return trades[-1]
            if m == 0:
                return self.newest(symbol, session[0] - 1)
        return self.minute(symbol, day, min(m, session[1]) - 1)[-1]

    def between(self, symbol, after, to):
        """Trades after one moment and up to another, in minutes of sessions."""
        for minute in range(after // MINUTE, to // MINUTE + 1):
            session = session_of(self.hours, minute * MINUTE // DAY)
            m = (minute * MINUTE - session[0]) // MINUTE if session else -1
            if session and 0 <= m < session[1]:
                yield from (t for t in self.minute(symbol, minute * MINUTE // DAY, m) if after < t[0] <= to)


rounded = lambda price: max(5000, math.floor(price + 0.5))
is_right = lambda whole, price: abs(max(5000.0, price) - whole) <= 0.501


def check_vectors():
    ms = lambda text: int(datetime.datetime.fromisoformat(text.replace('Z', '+00:00')).timestamp() * 1000 + 0.5)
    day = lambda date: number(datetime.date.fromisoformat(date))
    seed = lambda text: PUBLIC if text == 'public' else bytes.fromhex(text)
    periods = lambda g: [(p['effectiveFrom'], seed(p['seed'])) for p in g.get('seedPeriods', [])]

    def keys(g):
        own = seed(g['seed']) if 'seed' in g else hkdf(g['marketSeed'], f"paperpit epoch {g['season']} {g['period']}")
        return {'seed': own.hex(), 'key': Key(own).bytes.hex(), 'published': sha256(own).hex()}

    def streams(g):
        key, words = Key(seed(g['seed'])), Key(seed(g['seed'])).words(g['name'], g['block'])[:4]
        assert key.aes.block(sha256(b'stream\n' + g['name'].encode())[:12] + struct.pack('>I', g['block'])) == key.read(g['name'], g['block'], 16)
        return {'prefix': sha256(b'stream\n' + g['name'].encode())[:12].hex(), 'bytes': key.read(g['name'], g['block'], 16).hex(),
                'words': list(words), 'uniform': uniform(words[0]), 'normal': normal(words[0], words[1])}

    def days(g):
        factor, at = tape(g).factor(g['name']), day(g['date'])
        return {'level': factor.level(at), 'sigma': factor.day(at)['sigma'], 'regime': factor.day(at)['regime'], 'next': factor.level(at + 1)}

    def paths(g):
        factor, at = tape(g).factor(g['name']), day(g['date'])
        path = factor.path(at)
        jumps = [{'minute': minute, 'tick': tick, 'size': size} for minute, tick, size in path.jumps]
        return {'open': path.open, 'close': path.close[g['minute']], 'sd': path.sd[g['minute']], 'jumps': jumps, 'levelNextDay': factor.level(at + 1)}

    def prices(g):
        at, price = tape(g).newest(g['symbol'], ms(g['at']))
        stamp = datetime.datetime.fromtimestamp(at // 1000, datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S') + f'.{at % 1000:03}Z'
        return {'price': rounded(price), 'at': stamp}

    def catalogue(g):
        _, sector, beta, price, _, _, vol = Tape('always').rows[g['symbol']]
        return {'version': CATALOGUE_VERSION, 'sector': sector, 'beta': beta, 'price': price, 'vol': vol}

    def sessions(g):
        found = session_of(g['hours'], day(g['date']))
        return found and {'openMs': found[0], 'minutes': found[1]}

    tapes = {}

    def tape(g):
        """One for all vectors that have the same seeds."""
        known = json.dumps([g['hours'], g.get('seedPeriods', []), g.get('version')])
        if known not in tapes:
            tapes[known] = Tape(g['hours'], periods(g), g.get('version', VERSIONS[-1]))
        return tapes[known]

    def growths(g):
        factor, at = tape(g).factor(g['name']), day(g['date'])
        trend, variance, hazard = expected = factor.path(at).expected[g['minute'] + 1]
        return {'trend': trend, 'variance': variance, 'hazard': hazard, 'growth': factor.growth(g['weight'], expected)}

    steps = {'keys': keys, 'streams': streams, 'days': days, 'paths': paths, 'seeds': paths, 'prices': prices,
             'catalogue': catalogue, 'sessions': sessions, 'growths': growths, 'table': lambda g: N[g['byte']],
             'shapes': lambda g: dict(zip(('share', 'root', 'before'), (part[g['minute']] for part in shape_of(g['minutes'])))),
             'minutes': lambda g: [[at - ms(g['minute']), rounded(price)] for at, price in tape(g).between(g['symbol'], ms(g['minute']) - 1, ms(g['minute']) + MINUTE - 1)]}

    def same(a, b):
        if isinstance(a, dict):
            return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
        if isinstance(a, list):
            return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
        if isinstance(a, float) or isinstance(b, float):
            return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)
        return a == b

    wrong = count = 0
    for step, text in re.findall(r'```jsonl (\w+)\n(.*?)```', DOCUMENT, re.S):
        for vector in map(json.loads, text.splitlines()):
            is_ = steps[step](vector['given'])
            count += 1
            if not same(is_, vector['is']):
                wrong += 1
                print(f'{step} {vector["given"]}: {is_}, the document has {vector["is"]}')
    print(f'{count} vectors, {wrong} differ')
    return wrong


if __name__ == '__main__':
    sys.exit(1 if check_vectors() else 0)
