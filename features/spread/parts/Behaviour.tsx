// The fire behaviour at the head by the hour, and a warning line for the worst hour: flames, who can attack the head, crown fire, spot
// fires.

import { compassOf, MINUTE_MS } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import type { SpreadRunFile } from '../spread.ts';
import { type Attack, type CrownState, type SpreadBehaviour, type SpreadResult, worstBehaviour } from '../spread-result.ts';
import { HoursTable } from './HoursTable.tsx';
import { useSpreadMessages } from './messages.ts';

const MINUTES_AN_HOUR = 60;
/** The model is not more exact than this. */
const SPOTTING_STEP_METRES = 50;

/** Whole kW/m, from 1,000 on rounded to hundreds, because the model is not more exact. */
const intensityText = (kilowattsPerMetre: number): string =>
  String(kilowattsPerMetre < 1_000 ? Math.round(kilowattsPerMetre) : Math.round(kilowattsPerMetre / 100) * 100);

const TONES: Readonly<Record<Attack, 'bad' | undefined>> = {
  'hand-crew': undefined,
  machine: undefined,
  'not-the-head': 'bad',
  nobody: 'bad',
};

const burnsCrowns = (crown: CrownState | null): boolean => crown === 'passive' || crown === 'active';

interface Props extends Pick<SpreadResult, 'behaviour'> {
  readonly inputs: SpreadRunFile['inputs'];
}

export function Behaviour({ inputs: { begin, model }, behaviour }: Props) {
  const messages = useSpreadMessages();
  if (behaviour === null)
    return (
      <section className="decision-section" aria-label={messages.behaviour}>
        <h3>{messages.behaviour}</h3>
        <p className="second">{messages.noBehaviour}</p>
      </section>
    );
  if (behaviour.length === 0) return null;
  const worst = worstBehaviour(behaviour);
  return (
    <section className="decision-section" aria-label={messages.behaviour}>
      <h3>{messages.behaviour}</h3>
      {worst !== null && <Warning worst={worst} begin={begin} />}
      <BehaviourTable hours={behaviour} begin={begin} />
      <p className="hint">
        {messages.behaviourHint[model.name]}
        {behaviour.some(({ crown }) => burnsCrowns(crown)) && messages.crownHint}
      </p>
    </section>
  );
}

function useSpottingText(): (spotting: SpreadBehaviour['spotting']) => string | null {
  const messages = useSpreadMessages();
  const { compass } = useGlobeMessages().near.units;
  return (spotting) => {
    if (spotting === null || spotting.metres < SPOTTING_STEP_METRES) return null;
    const metres = SPOTTING_STEP_METRES * Math.round(spotting.metres / SPOTTING_STEP_METRES);
    return messages.spottingText(distanceText(metres, messages.units), compass[compassOf(spotting.towardsDegrees)]);
  };
}

function Warning({ worst, begin }: { readonly worst: SpreadBehaviour; readonly begin: Date }) {
  const messages = useSpreadMessages();
  const spottingText = useSpottingText();
  const now = useNow();
  const { untilMinutes, attack, crown, flameLengthMetres, intensityKilowattsPerMetre } = worst;
  const spotting = spottingText(worst.spotting);
  const clock = (minutes: number) => clockText(new Date(begin.getTime() + minutes * MINUTE_MS), now);
  if (attack === null || flameLengthMetres === null || intensityKilowattsPerMetre === null) return null;
  return (
    <div className="note" role="note" data-attack={attack} data-tone={TONES[attack]}>
      <p>
        <strong>{messages.attacks[attack]}</strong>
      </p>
      <p className="tabular">
        {messages.worst(
          clock(untilMinutes - MINUTES_AN_HOUR),
          clock(untilMinutes),
          flameLengthMetres.toFixed(1),
          intensityText(intensityKilowattsPerMetre),
        )}
        {crown !== null && burnsCrowns(crown) && `${marks().comma}${messages.crowns[crown]}`}
      </p>
      {spotting !== null && <p>{messages.spottingWarning(spotting)}</p>}
    </div>
  );
}

function BehaviourTable({ hours, begin }: { readonly hours: readonly SpreadBehaviour[]; readonly begin: Date }) {
  const messages = useSpreadMessages();
  const spottingText = useSpottingText();
  const now = useNow();
  return (
    <HoursTable label={messages.behaviourTable} columns={messages.behaviourColumns}>
      {hours.map(({ untilMinutes, rateMetresPerMinute, flameLengthMetres, intensityKilowattsPerMetre, attack, crown, spotting }) => (
        <tr key={untilMinutes}>
          <td>{clockText(new Date(begin.getTime() + untilMinutes * MINUTE_MS), now)}</td>
          <td>{messages.rate(rateMetresPerMinute.toFixed(1))}</td>
          <td>{flameLengthMetres === null ? messages.unknown : messages.flames(flameLengthMetres.toFixed(1))}</td>
          <td>{intensityKilowattsPerMetre === null ? messages.unknown : messages.intensity(intensityText(intensityKilowattsPerMetre))}</td>
          <td>{attack === null ? messages.unknown : messages.attackers[attack]}</td>
          <td>{crown === null ? messages.unknown : messages.crowns[crown]}</td>
          {/* Without a flame length, spotting is unknown, and a dash would mean that there is none. */}
          <td>{spottingText(spotting) ?? (flameLengthMetres === null ? messages.unknown : messages.noSpotting)}</td>
        </tr>
      ))}
    </HoursTable>
  );
}
