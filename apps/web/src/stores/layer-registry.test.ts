import { describe, expect, it, vi } from 'vitest';
import { createLayerRegistry, type LayerRow } from './layer-registry.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const aRow = (overrides: Partial<LayerRow> = {}): LayerRow => ({
  id: 'risk',
  group: 'weather',
  title: { zh: '火险等级', en: 'Fire risk' },
  visible: false,
  setVisible: () => undefined,
  ...overrides,
});

describe('the layers of the map', () => {
  it('a stored choice is applied when its row is registered again, for this account only', () => {
    const storage = memory();
    let accid = 'a';
    const registry = createLayerRegistry(storage, () => accid);
    registry.register(aRow({ setOpacity: () => undefined }));
    registry.setVisible('risk', true);
    registry.setOpacity('risk', 0.4);

    const row = { setVisible: vi.fn(), setOpacity: vi.fn() };
    const again = createLayerRegistry(storage, () => accid);
    again.register(aRow(row));
    expect(row.setVisible).toHaveBeenCalledWith(true);
    expect(row.setOpacity).toHaveBeenCalledWith(0.4);
    expect(again.list()).toMatchObject([{ id: 'risk', visible: true, opacity: 0.4 }]);

    accid = 'b';
    again.register(aRow());
    expect(again.list()).toMatchObject([{ id: 'risk', visible: false, opacity: null }]);
  });

  it('rows of a group are sorted by rank, equal ranks by registration', () => {
    const registry = createLayerRegistry(memory(), () => 'a');
    for (const [id, rank] of [
      ['low', 1],
      ['first', undefined],
      ['lower', 1],
      ['second', 0],
    ] as const)
      registry.register(aRow({ id, ...(rank !== undefined && { rank }) }));
    expect(registry.list().map(({ id }) => id)).toEqual(['first', 'second', 'low', 'lower']);
  });

  it('`setVisible` is not called for a row that already matches the choice', () => {
    const setVisible = vi.fn();
    const registry = createLayerRegistry(memory(), () => 'a');
    registry.register(aRow({ setVisible }));
    expect(setVisible).not.toHaveBeenCalled();
  });

  it('rows are listed by group; the order of a group is stored and passed to all its rows', () => {
    const storage = memory();
    const registry = createLayerRegistry(storage, () => 'a');
    const order = new Map<string, number>();
    const ordered = (id: string) => aRow({ id, group: 'vector', setOrder: (index) => void order.set(id, index) });
    registry.register(ordered('roads'));
    registry.register(ordered('farms'));
    registry.register(aRow({ id: 'ground', group: 'ground' }));
    expect(registry.list().map(({ id }) => id)).toEqual(['ground', 'farms', 'roads']);
    registry.move('farms', 'up');
    registry.move('roads', 'up');
    expect(registry.list().map(({ id }) => id)).toEqual(['ground', 'roads', 'farms']);
    expect([...order]).toEqual([
      ['roads', 1],
      ['farms', 0],
    ]);

    const again = createLayerRegistry(storage, () => 'a');
    for (const id of ['roads', 'farms', 'villages']) again.register(ordered(id));
    expect(again.list().map(({ id }) => id)).toEqual(['villages', 'roads', 'farms']);
  });

  it('removing a row does not remove its successor of the same id', () => {
    const registry = createLayerRegistry(memory(), () => 'a');
    const first = registry.register(aRow());
    const second = registry.register(aRow({ title: { zh: '新', en: 'new' } }));
    first.remove();
    expect(registry.list().map(({ title }) => title.zh)).toEqual(['新']);
    second.setState({ kind: 'loading' });
    expect(registry.list().map(({ state }) => state.kind)).toEqual(['loading']);
    second.remove();
    expect(registry.list()).toEqual([]);
  });

  it('an unreadable stored value counts as no choice', () => {
    for (const text of ['{', '[]', '{"rows":{"risk":{"visible":"yes","opacity":7}},"order":{"vector":1}}']) {
      const registry = createLayerRegistry({ getItem: () => text, setItem: () => undefined }, () => null);
      registry.register(aRow({ setOpacity: () => undefined, setOrder: () => undefined }));
      expect(registry.list()).toMatchObject([{ visible: false, opacity: 1 }]);
    }
  });
});
