import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../shared/storage.ts';
import { receiveArrival, requestedLanguage } from './arrival.ts';

/** A browser that has opened this address. */
function at(address: string, localStorage = memoryStorage()) {
  const location = new URL(address, 'http://lookout.local');
  const replaced: string[] = [];
  const history = { replaceState: (_state: unknown, _title: string, url: string) => void replaced.push(url) };
  const arrival = receiveArrival({ location, history, localStorage } as unknown as Window);
  return { arrival, replaced };
}

let visit: ReturnType<typeof at>;

describe('a token at /oss', () => {
  beforeEach(() => {
    visit = at('/oss?token=a%2Bb&redirect=%2Fmanage%2Falarm');
  });
  it('is removed from the address and returned once; the path to go on to is kept', () => {
    expect(visit.replaced).toEqual(['/oss?redirect=%2Fmanage%2Falarm']);
    expect([visit.arrival.takeToken(), visit.arrival.takeToken(), visit.arrival.takeAnswer()]).toEqual(['a+b', null, null]);
  });
});

describe("a provider's answer at /authredirect", () => {
  it('is removed from the address and returned once', () => {
    const { arrival, replaced } = at('/authredirect/?code=c&state=s&iss=http%3A%2F%2Fidp&session_state=x');
    expect(replaced).toEqual(['/authredirect/']);
    expect([arrival.takeAnswer(), arrival.takeAnswer()]).toEqual([{ state: 's', code: 'c', iss: 'http://idp' }, null]);
  });
  it('is ignored without a state', () => {
    const { arrival, replaced } = at('/authredirect?code=c');
    expect([arrival.takeAnswer(), replaced]).toEqual([null, ['/authredirect']]);
  });
});

it.each(['/manage?token=t', '/login?code=c&state=s', '/oss', '/authredirect?lang=zh'])('%s is left unchanged', (address) => {
  const { arrival, replaced } = at(address);
  expect([arrival.takeToken(), arrival.takeAnswer(), replaced]).toEqual([null, null, []]);
});

describe('the token of an embedded map', () => {
  it('is removed from the fragment of /map; the query is kept', () => {
    const { arrival, replaced } = at('/map?embed=1&grid=513221#token=map_abc');
    expect([arrival.embedToken, replaced]).toEqual(['map_abc', ['/map?embed=1&grid=513221']]);
  });
  it('is ignored on any other page, and in the query', () => {
    expect(at('/manage#token=map_abc').arrival.embedToken).toBeNull();
    expect(at('/map?token=map_abc').arrival.embedToken).toBeNull();
  });
  it('the address of /map may set the language; that of another page may not', () => {
    const languageOf = (address: string) => requestedLanguage(new URL(address, 'http://lookout.local') as unknown as Location);
    expect([languageOf('/map?lang=en'), languageOf('/map?lang=fr'), languageOf('/manage?lang=en')]).toEqual(['en', null, null]);
  });
});

describe('the token of a wall display', () => {
  it('is removed from the fragment and stored in the browser for its link only, until it is deleted: a wall display reloads itself', () => {
    const storage = memoryStorage();
    const first = at('/wall?link=1&sound=on#token=map_abc', storage);
    expect([first.arrival.embedToken, first.replaced]).toEqual(['map_abc', ['/wall?link=1&sound=on']]);
    expect(
      [at('/wall?link=1', storage), at('/wall?link=2', storage), at('/map?link=1', storage)].map(({ arrival }) => arrival.embedToken),
    ).toEqual(['map_abc', null, null]);
    first.arrival.wallLink?.forget();
    expect(at('/wall?link=1', storage).arrival.embedToken).toBeNull();
  });
});
