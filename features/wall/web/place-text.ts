/** Removes the grid's names from a formatted address ("汶川县城北约3.2公里"). */
export const withinGrid = (place: string): string => place.slice(place.indexOf('，') + 1);
