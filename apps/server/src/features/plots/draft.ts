// A drawing as it comes in.
import type { Contract, Received } from '@lookout/contract';
import type { PlotDraft } from '@lookout/domain';

type Body = Received<Contract['plots']['createPlot']>['body'];

export const draftOf = ({ kind, name, points, colour, width, note, fireId }: Body): PlotDraft => ({
  ...{ kind, points, colour, name: name.trim(), widthPixels: width, note: note?.trim() || null, fireId: fireId ?? null },
});
