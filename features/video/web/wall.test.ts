import { describe, expect, it } from 'vitest';
import { choose, clear, EMPTY_WALL, enlarge, put, readWall, select, shownTiles, withLayout, writeWall } from './wall.ts';

const tiles = (wall: typeof EMPTY_WALL, count = 4) => wall.tiles.slice(0, count);

describe('the wall', () => {
  it('cameras chosen from the tree fill the empty tiles, then replace the selected one', () => {
    let wall = EMPTY_WALL;
    for (const camera of ['a', 'b', 'c', 'd']) wall = choose(wall, camera);
    expect([tiles(wall), wall.selected]).toEqual([['a', 'b', 'c', 'd'], 3]);
    expect(tiles(choose(select(wall, 1), 'e'))).toEqual(['a', 'e', 'c', 'd']);
  });

  it('a camera already on the wall is selected, not shown twice', () => {
    const wall = choose(choose(choose(EMPTY_WALL, 'a'), 'b'), 'a');
    expect([tiles(wall), wall.selected]).toEqual([['a', 'b', null, null], 0]);
  });

  it('a camera dragged to another tile changes places with that tile’s camera', () => {
    const wall = put(choose(choose(EMPTY_WALL, 'a'), 'b'), 'a', 1);
    expect([tiles(wall), wall.selected]).toEqual([['b', 'a', null, null], 1]);
  });

  it('only visible tiles stream: all of the layout, or the enlarged one', () => {
    const wall = withLayout(EMPTY_WALL, 9);
    expect(shownTiles(wall).length).toBe(9);
    expect(shownTiles(enlarge(wall, 5))).toEqual([5]);
    expect(shownTiles(enlarge(enlarge(wall, 5), 5)).length).toBe(9);
    expect(clear(enlarge(wall, 5), 5).enlarged).toBeNull();
  });

  it('a smaller layout loses no camera, and its selected tile is visible', () => {
    const wall = withLayout(put(withLayout(EMPTY_WALL, 16), 'z', 15), 1);
    expect([wall.selected, withLayout(wall, 16).tiles[15]]).toEqual([0, 'z']);
  });

  it('layout and cameras are stored; an unreadable value is an empty wall', () => {
    const wall = enlarge(put(withLayout(EMPTY_WALL, 9), 'a', 8), 8);
    expect(readWall(writeWall(wall))).toEqual({ ...EMPTY_WALL, layout: 9, tiles: wall.tiles });
    for (const bad of [null, '', '[]', 'null', '{"layout":5,"tiles":[]}', '{"layout":4}']) expect(readWall(bad)).toEqual(EMPTY_WALL);
    expect(readWall('{"layout":4,"tiles":["a",7]}').tiles.slice(0, 3)).toEqual(['a', null, null]);
  });
});
