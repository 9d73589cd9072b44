import { describe, expect, it } from 'vitest';
import {
  type Dock,
  dockAt,
  draggedTo,
  edgesOf,
  floatedBox,
  floatingAt,
  moved,
  readPlace,
  resized,
  shownBox,
  type WindowPlace,
  writePlace,
} from './window-place.ts';

const ROOM = { left: 0, top: 56, width: 1366, height: 712 };
const LEAST = { width: 400, height: 300 };
const BOX = { left: 100, top: 100, width: 600, height: 400 };
const floating = floatingAt(BOX, ROOM);
const docked = (dock: Dock): WindowPlace => ({ ...floating, dock });

describe('a floating window', () => {
  it('is moved no farther than the edges of the room', () => {
    expect(moved(BOX, { x: 30, y: -20 }, ROOM)).toEqual({ ...BOX, left: 130, top: 80 });
    expect(moved(BOX, { x: -5000, y: -5000 }, ROOM)).toEqual({ ...BOX, left: 0, top: 56 });
    expect(moved(BOX, { x: 5000, y: 5000 }, ROOM)).toEqual({ ...BOX, left: 766, top: 368 });
  });

  it('is resized at the dragged edge, within the room and not below its minimum size', () => {
    const by = { x: 50, y: 60 };
    expect(resized(BOX, 'se', by, ROOM, LEAST)).toEqual({ ...BOX, width: 650, height: 460 });
    expect(resized(BOX, 'nw', by, ROOM, LEAST)).toEqual({ left: 150, top: 160, width: 550, height: 340 });
    expect(resized(BOX, 'e', by, ROOM, LEAST)).toEqual({ ...BOX, width: 650 });
    expect(resized(BOX, 'nw', { x: 9000, y: 9000 }, ROOM, LEAST)).toEqual({ left: 300, top: 200, width: 400, height: 300 });
    expect(resized(BOX, 'nw', { x: -9000, y: -9000 }, ROOM, LEAST)).toEqual({ left: 0, top: 56, width: 700, height: 444 });
    expect(resized(BOX, 'se', { x: 9000, y: 9000 }, ROOM, LEAST)).toEqual({ left: 100, top: 100, width: 1266, height: 668 });
  });

  it('placed on a wall screen, is completely visible on a laptop', () => {
    const onWall = floatingAt({ left: 1900, top: 900, width: 1600, height: 900 }, ROOM);
    expect(shownBox(onWall, ROOM, LEAST)).toEqual(ROOM);
    expect(shownBox({ ...onWall, box: { ...onWall.box, width: 500, height: 300 } }, ROOM, LEAST)).toEqual({
      left: 866,
      top: 468,
      width: 500,
      height: 300,
    });
  });
});

describe('a docked window', () => {
  it("has the room's height and half its width until its edge is dragged, and floats again at its earlier position", () => {
    expect(shownBox(docked('left'), ROOM, LEAST)).toEqual({ ...ROOM, width: 683 });
    expect(shownBox(docked('right'), ROOM, LEAST)).toEqual({ ...ROOM, width: 683, left: 683 });
    expect(shownBox(docked('full'), ROOM, LEAST)).toEqual(ROOM);
    const wider = draggedTo(docked('left'), 'e', { ...ROOM, width: 900 });
    expect(shownBox(wider, ROOM, LEAST)).toEqual({ ...ROOM, width: 900 });
    expect(shownBox({ ...wider, dock: null }, ROOM, LEAST)).toEqual(BOX);
    expect(draggedTo(wider, null, { ...BOX, left: 7 })).toEqual({ dock: null, box: { ...BOX, left: 7 }, dockedWidth: 900 });
  });

  it.each([
    [{ x: 3, y: 400 }, 'left'],
    [{ x: 1364, y: 400 }, 'right'],
    [{ x: 600, y: 57 }, 'full'],
    [{ x: 600, y: 80 }, null],
  ] as const)('is docked by the pointer at %o: %s', (pointer, dock) => expect(dockAt(pointer, ROOM)).toBe(dock));

  it('is undocked by dragging its header, and remains under the pointer', () => {
    expect(floatedBox(docked('full'), { x: 683, y: 70 }, ROOM, LEAST)).toEqual({ ...BOX, left: 383, top: 56 });
    expect(floatedBox(floating, { x: 300, y: 110 }, ROOM, LEAST)).toEqual(BOX);
  });

  it('can be resized only at its free edge', () =>
    expect([edgesOf('left'), edgesOf('right'), edgesOf('full'), edgesOf(null).length]).toEqual([['e'], ['w'], [], 8]));
});

it('a place is stored; an unreadable value is read as null', () => {
  expect([floating, docked('right')].map((place) => readPlace(writePlace(place)))).toEqual([floating, docked('right')]);
  for (const bad of [null, '', 'null', '{}', '{"dock":"left"}', '{"dock":null,"box":{"left":1,"top":2,"width":"3","height":4}}'])
    expect(readPlace(bad)).toBeNull();
});
