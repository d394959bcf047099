/** What a chart renders to, as far as the checks look at it. */

/** Labels by their names. */
export type Labels = Readonly<Record<string, string>>;

/** What selects by labels. */
export interface Selector {
  readonly matchLabels?: Labels;
}

/** A probe of a container. */
export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number; readonly scheme?: string };
  readonly exec?: { readonly command: readonly string[] };
  readonly periodSeconds?: number;
  readonly failureThreshold?: number;
}

/** A container of a pod. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly privileged?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
  };
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
  readonly volumeMounts?: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
  }[];
}

/** A file of a projected volume: a key of a Secret under a name. */
export interface SecretItem {
  readonly secret: {
    readonly name: string;
    readonly items: readonly { readonly key: string; readonly path: string }[];
  };
}

/** A volume of a pod. */
export interface Volume {
  readonly name: string;
  readonly emptyDir?: object;
  readonly persistentVolumeClaim?: object;
  readonly secret?: { readonly secretName: string };
  readonly projected?: { readonly sources: readonly SecretItem[] };
}

/** What a pod is made from. */
export interface PodTemplate {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly volumes?: readonly Volume[];
    readonly securityContext?: {
      readonly runAsNonRoot?: boolean;
      readonly runAsUser?: number;
      readonly seccompProfile?: { readonly type: string };
    };
    readonly automountServiceAccountToken?: boolean;
    readonly enableServiceLinks?: boolean;
    readonly hostNetwork?: boolean;
    readonly terminationGracePeriodSeconds?: number;
  };
}

/** Where a NetworkPolicy lets traffic through. */
interface NetworkRule {
  readonly ports?: readonly { readonly port: string | number }[];
}

/** One resource; what is of other kinds is not there. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels; readonly annotations?: Labels };
  readonly spec: {
    readonly replicas?: number;
    readonly template?: PodTemplate;
    readonly selector?: Selector | Labels;
    readonly ports?: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly metrics?: readonly { readonly external?: { readonly metric: { readonly name: string } } }[];
    readonly podSelector?: Selector;
    readonly ingress?: readonly NetworkRule[];
    readonly egress?: readonly NetworkRule[];
    readonly endpoints?: readonly { readonly port: string; readonly honorLabels?: boolean; readonly scheme?: string }[];
    readonly groups?: readonly unknown[];
    readonly rules?: readonly {
      readonly http: {
        readonly paths: readonly {
          readonly backend: { readonly service: { readonly name: string; readonly port: { readonly name: string } } };
        }[];
      };
    }[];
  };
}

/** A resource with pods. */
export interface Workload extends Resource {
  readonly spec: Resource['spec'] & { readonly template: PodTemplate };
}

/** Those resources that have pods. */
export const workloadsOf = (resources: readonly Resource[]): readonly Workload[] =>
  resources.filter((each): each is Workload => each.spec.template !== undefined);

/** What a container is told, by the names of its variables. */
export const environmentOf = ({ env = [] }: Container): Readonly<Record<string, string>> =>
  Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));

/** Whether all of the wanted labels are among those given. */
export const hasLabels = (wanted: Labels, given: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => given[name] === value);

/** A check looks at something and names the fault, or finds none. */
export const unless = (isKept: boolean, fault: string): readonly string[] => (isKept ? [] : [fault]);
