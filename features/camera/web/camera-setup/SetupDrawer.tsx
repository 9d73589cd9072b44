// One camera's setup: stream addresses, lens and north, masks, ranges, tour; and the presets stored in the camera.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen, needed, PasswordInput, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, DatePicker, Drawer, Form, Skeleton } from 'antd';
import { Link } from 'react-router';
import { CameraSecondLook } from '../../../second-look/parts/SecondLookSettings.tsx';
import type { Camera, CameraSetup, Preset, Sector, TourStop } from '../../camera.ts';
import { DRAWER_WIDTH, FigureItem, FormDrawer, useLeave, useSave } from './FormDrawer.tsx';
import { useCameraSetupMessages } from './messages.ts';
import { PresetsPart, usePresets } from './PresetsPart.tsx';
import { losesPassword, NEW_SECTOR, nextStop, rosePoint, type SetupFields, sectorPath, setupBody, setupFields } from './setup-form.ts';

/** The contract's limits for a field of view. */
const FIELD = { min: 0.1, max: 180, step: 0.1 } as const;
const MOST_MASKS = 64;
const MOST_RANGES = 16;

export function SetupDrawer({ camera, onClose }: { readonly camera: Pick<Camera, 'id' | 'name'>; readonly onClose: () => void }) {
  const { camera: messages } = useCameraSetupMessages();
  const client = useClient();
  const setup = useQuery({
    queryKey: ['camera-setup', camera.id],
    // Never cached: saving an outdated setup would overwrite another user's changes.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => client.camera.cameraSetup({ query: { cameraId: camera.id }, silent: true, signal }),
  });
  if (setup.data) return <SetupForm setup={setup.data} onClose={onClose} />;
  return (
    <Drawer open size={DRAWER_WIDTH} title={messages.title(camera.name)} onClose={onClose}>
      {setup.isError ? (
        <LoadFailed error={setup.error} onRetry={() => void setup.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Drawer>
  );
}

function SetupForm({ setup, onClose }: { readonly setup: CameraSetup; readonly onClose: () => void }) {
  const all = useCameraSetupMessages();
  const { camera: messages } = all;
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<SetupFields>();
  const { isBusy, failure, save } = useSave(form);
  const presets = usePresets(setup.cameraId);
  const initial = setupFields(setup);
  const bodyNow = (fields: SetupFields) => JSON.stringify(setupBody(setup.cameraId, fields));
  const leave = useLeave(() => bodyNow({ ...initial, ...form.getFieldsValue() }) !== bodyNow(initial), onClose);
  const masks = (Form.useWatch('masks', form) ?? setup.masks) as readonly Sector[];
  const ranges = (Form.useWatch('ranges', form) ?? setup.ranges) as readonly Sector[];
  const north = Form.useWatch('northCorrectionDegrees', form) ?? setup.northCorrectionDegrees;

  const submit = async (fields: SetupFields) => {
    if (!(await save(() => client.camera.updateCameraSetup({ body: setupBody(setup.cameraId, fields), silent: true })))) return;
    void queries.invalidateQueries({ queryKey: ['point-cameras'] });
    onClose();
  };

  return (
    <FormDrawer title={messages.title(setup.name)} isBusy={isBusy} failure={failure} onSave={() => form.submit()} onLeave={leave}>
      <Form<SetupFields>
        form={form}
        layout="vertical"
        className="config-form dense-form"
        requiredMark={false}
        initialValues={initial}
        scrollToFirstError
        onFinish={(fields) => void submit(fields)}
      >
        <h3>{messages.link}</h3>
        <Form.Item name="controlUrl" label={messages.control}>
          <TextInput most={500} placeholder={messages.controlPlaceholder} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="channelCode" label={messages.channelCode} extra={messages.channelCodeHint}>
          <TextInput most={128} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <div className="pair">
          <Form.Item name="streamUrl" label={messages.stream}>
            <TextInput most={500} placeholder={messages.streamPlaceholder} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="subStreamUrl" label={messages.subStream}>
            <TextInput most={500} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="userName" label={messages.user}>
            <TextInput most={64} autoComplete="off" />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ getFieldsValue }) => (
              <Form.Item
                name="password"
                label={`${messages.password}${marks().brackets(setup.hasPassword ? messages.passwordSet : messages.passwordUnset)}`}
                {...(setup.hasPassword && {
                  extra: losesPassword(setup, getFieldsValue()) ? messages.passwordLost : messages.passwordHint,
                })}
              >
                <PasswordInput most={128} autoComplete="new-password" visibilityToggle={false} />
              </Form.Item>
            )}
          </Form.Item>
        </div>
        <Form.Item name="isBasicAllowed" valuePropName="checked" extra={messages.basicHint}>
          <Checkbox>{messages.basic}</Checkbox>
        </Form.Item>
        <div className="config-with-rose">
          <div>
            <h3>{messages.lens}</h3>
            <div className="pair">
              <FigureItem name="widestFieldDegrees" label={messages.widest} {...FIELD} />
              <Form.Item
                name="narrowestFieldDegrees"
                label={messages.narrowest}
                dependencies={['widestFieldDegrees']}
                rules={[
                  ({ getFieldValue }) => ({
                    validator: (_, narrowest?: number | null) => {
                      const widest = getFieldValue('widestFieldDegrees') as number | null | undefined;
                      return narrowest != null && widest != null && narrowest > widest
                        ? Promise.reject(new Error(messages.rules.fields))
                        : Promise.resolve();
                    },
                  }),
                ]}
              >
                <NumberInput {...FIELD} />
              </Form.Item>
              <FigureItem name="towerHeightMetres" label={messages.tower} min={0} max={1000} />
              <FigureItem
                name="northCorrectionDegrees"
                label={messages.north}
                min={-360}
                max={360}
                step={0.1}
                extra={
                  <>
                    {messages.northHint} · <Link to={`/manage/device?camera=${setup.cameraId}`}>{messages.byLandmarks}</Link>
                  </>
                }
              />
            </div>
          </div>
          <CompassRose masks={masks} ranges={ranges} northCorrection={north} />
        </div>
        <SectorsField
          name="masks"
          most={MOST_MASKS}
          title={messages.masks}
          hint={messages.masksHint}
          none={messages.noMasks}
          addWord={messages.addMask}
        />
        <SectorsField
          name="ranges"
          most={MOST_RANGES}
          title={messages.ranges}
          hint={messages.rangesHint}
          none={messages.noRanges}
          addWord={messages.addRange}
        />
        <TourField presets={presets.data ?? null} />
      </Form>
      <PresetsPart cameraId={setup.cameraId} presets={presets} />
      <CameraSecondLook cameraId={setup.cameraId} />
    </FormDrawer>
  );
}

// A compass rose of a camera: allowed ranges, masks, and true north in the angles that the camera reports.
const RADIUS = 78;
const INNER = 26;
const LETTERS = 94;
const TICKS = Array.from({ length: 36 }, (_, index) => index * 10);
const LABELLED = [0, 90, 180, 270] as const;

interface CompassRoseProps {
  readonly masks: readonly Sector[];
  readonly ranges: readonly Sector[];
  /** Added to a reported angle to give the true azimuth, degrees. */
  readonly northCorrection: number;
}

const isWhole = (sector: Partial<Sector> | undefined): sector is Sector =>
  typeof sector?.fromHorizontal === 'number' && typeof sector.toHorizontal === 'number';

function CompassRose({ masks, ranges, northCorrection }: CompassRoseProps) {
  const { camera: messages } = useCameraSetupMessages();
  const north = rosePoint(-northCorrection, RADIUS);
  const beyond = rosePoint(-northCorrection, RADIUS - 14);
  return (
    <figure className="config-rose">
      <svg viewBox="-108 -108 216 216" role="img" aria-label={messages.rose}>
        <title>{messages.rose}</title>
        <defs>
          <pattern id="rose-mask" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" fill="var(--warn)" fillOpacity="0.12" />
            <line x1="0" y1="0" x2="0" y2="6" stroke="var(--warn)" strokeWidth="2.5" />
          </pattern>
        </defs>
        <circle r={RADIUS} className="rose-ground" />
        {ranges.filter(isWhole).map((sector, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sectors have no name of their own until they are given one
          <path key={index} className="rose-range" fillRule="evenodd" d={sectorPath(sector, INNER, RADIUS)}>
            <title>{`${messages.roseRanges} ${sector.name}`}</title>
          </path>
        ))}
        {masks.filter(isWhole).map((sector, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sectors have no name of their own until they are given one
          <path key={index} className="rose-mask" fillRule="evenodd" d={sectorPath(sector, INNER, RADIUS)}>
            <title>{`${messages.roseMasks} ${sector.name}`}</title>
          </path>
        ))}
        {TICKS.map((degrees) => {
          const outer = rosePoint(degrees, RADIUS);
          const inner = rosePoint(degrees, RADIUS - (degrees % 90 === 0 ? 10 : 5));
          return <line key={degrees} className="rose-tick" x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} />;
        })}
        {LABELLED.map((degrees) => {
          const { x, y } = rosePoint(degrees, LETTERS);
          return (
            <text key={degrees} x={x} y={y} className="rose-letter">
              {degrees}°
            </text>
          );
        })}
        <line className="rose-north" x1="0" y1="0" x2={beyond.x} y2={beyond.y} />
        <circle className="rose-north-tip" cx={north.x} cy={north.y} r="5" />
      </svg>
      <figcaption className="legend">
        <span data-mark="mask">{messages.roseMasks}</span>
        <span data-mark="range">{messages.roseRanges}</span>
        <span data-mark="north">{messages.roseNorth}</span>
      </figcaption>
    </figure>
  );
}

// A list of sectors: masks or allowed ranges. Angles are as the camera reports them.
interface SectorsFieldProps {
  readonly name: 'masks' | 'ranges';
  readonly most: number;
  readonly title: string;
  readonly hint: string;
  readonly none: string;
  readonly addWord: string;
}

const ANGLES = [
  ['fromHorizontal', 360],
  ['toHorizontal', 360],
  ['fromVertical', 90],
  ['toVertical', 90],
] as const;

function SectorsField({ name, most, title, hint, none, addWord }: SectorsFieldProps) {
  const { sector, rules } = useCameraSetupMessages().camera;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="config-note hint">{hint}</p>
      <Form.List name={name}>
        {(items, { add, remove }) => (
          <>
            {items.length === 0 && <p className="config-none">{none}</p>}
            {items.map(({ key, name: index }) => (
              <div key={key} className="config-sector">
                <Form.Item name={[index, 'name']} label={sector.name} rules={needed(rules.sectorName)}>
                  <TextInput most={32} autoComplete="off" />
                </Form.Item>
                {ANGLES.map(([angle, limit]) => (
                  <Form.Item key={angle} name={[index, angle]} label={sector[angle]} rules={chosen(rules.number)}>
                    <NumberInput min={-limit} max={limit} suffix="°" />
                  </Form.Item>
                ))}
                {name === 'masks' && (
                  <Form.Item className="config-sector-end" name={[index, 'endsAt']} label={sector.endsAt}>
                    <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder={sector.noEnd} />
                  </Form.Item>
                )}
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={sector.remove(`${title} ${index + 1}`)}
                  title={sector.remove(`${title} ${index + 1}`)}
                  onClick={() => remove(index)}
                />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} disabled={items.length >= most} onClick={() => add(NEW_SECTOR)}>
              {addWord}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}

// A camera's tour: presets in order, with the dwell time at each.
const MOST_STOPS = 64;

/** @param presets of the camera; null: not known */
function TourField({ presets }: { readonly presets: readonly Preset[] | null }) {
  const { camera: messages } = useCameraSetupMessages();
  const form = Form.useFormInstance();
  const tour = (Form.useWatch('tour', form) ?? []) as readonly Partial<TourStop>[];
  const required = chosen(messages.rules.number);
  const next = () =>
    nextStop(
      form.getFieldValue('tour') as TourStop[],
      (presets ?? []).map(({ number }) => number),
    );
  const nameOf = (index: number): string => {
    const number = tour[index]?.preset;
    if (presets === null || number === undefined || number === null) return '';
    return presets.find((preset) => preset.number === number)?.name ?? messages.unnamed;
  };
  return (
    <section aria-label={messages.tour}>
      <h3>{messages.tour}</h3>
      <p className="config-note hint">{messages.tourHint}</p>
      <Form.List name="tour">
        {(items, { add, remove, move }) => (
          <>
            {items.length === 0 && <p className="config-none">{messages.noTour}</p>}
            {items.map(({ key, name: index }) => (
              <div key={key} className="config-stop">
                <span className="config-stop-number tabular cut">{index + 1}</span>
                <Form.Item name={[index, 'preset']} label={messages.preset} rules={required}>
                  <NumberInput min={1} max={255} isWhole />
                </Form.Item>
                <span className="config-stop-name cut" title={nameOf(index)}>
                  {nameOf(index)}
                </span>
                <Form.Item name={[index, 'seconds']} label={messages.seconds} rules={required}>
                  <NumberInput min={1} max={3_600} isWhole />
                </Form.Item>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0}
                  aria-label={messages.up(index + 1)}
                  title={messages.up(index + 1)}
                  onClick={() => move(index, index - 1)}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined />}
                  disabled={index === items.length - 1}
                  aria-label={messages.down(index + 1)}
                  title={messages.down(index + 1)}
                  onClick={() => move(index, index + 1)}
                />
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={messages.removeStop(index + 1)}
                  title={messages.removeStop(index + 1)}
                  onClick={() => remove(index)}
                />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} disabled={items.length >= MOST_STOPS} onClick={() => add(next())}>
              {messages.addStop}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}
