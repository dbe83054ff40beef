package beagle.emfjudge;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.emf.common.util.Diagnostic;
import org.eclipse.emf.common.util.TreeIterator;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EClassifier;
import org.eclipse.emf.ecore.EModelElement;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EPackage;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.EcorePackage;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.ResourceSet;
import org.eclipse.emf.ecore.resource.impl.ResourceSetImpl;
import org.eclipse.emf.ecore.util.Diagnostician;
import org.eclipse.emf.ecore.util.EObjectValidator;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.emf.ecore.xmi.XMLResource;
import org.eclipse.emf.ecore.xmi.impl.EcoreResourceFactoryImpl;
import org.eclipse.emf.ecore.xmi.impl.XMIResourceFactoryImpl;
import org.eclipse.emf.ecore.xmi.impl.XMIResourceImpl;

/**
 * Loads models with EMF against the metamodel of PCM and prints what EMF finds:
 * unknown features and classes, wrong values, duplicate ids, references that
 * lead nowhere, multiplicities. One line a finding:
 *
 * <pre>file TAB kind TAB message</pre>
 *
 * Usage: EmfJudge METAMODEL-FOLDER FILE...
 */
public final class EmfJudge {
    private static final String[] ECORES = {
        "identifier.ecore", "Units.ecore", "ProbabilityFunction.ecore", "stoex.ecore", "pcm.ecore"};

    private final ResourceSet set = new ResourceSetImpl();
    private final File metamodel;

    private EmfJudge(File metamodel) {
        this.metamodel = metamodel;
        Map<String, Object> factories = set.getResourceFactoryRegistry().getExtensionToFactoryMap();
        factories.put("ecore", new EcoreResourceFactoryImpl());
        factories.put("*", new XMIResourceFactoryImpl() {
            @Override
            public Resource createResource(URI uri) { // else each reference by an id walks through the whole file
                XMIResourceImpl resource = new XMIResourceImpl(uri);
                resource.setIntrinsicIDToEObjectMap(new HashMap<>());
                resource.getDefaultLoadOptions().put(XMLResource.OPTION_DEFER_IDREF_RESOLUTION, Boolean.TRUE);
                return resource;
            }
        });
        set.getPackageRegistry().put(EcorePackage.eNS_URI, EcorePackage.eINSTANCE);
        set.getPackageRegistry().put("platform:/plugin/org.eclipse.emf.ecore/model/Ecore.ecore", EcorePackage.eINSTANCE);
        Map<URI, URI> map = set.getURIConverter().getURIMap();
        map.put(URI.createURI("platform:/plugin/org.eclipse.emf.ecore/model/Ecore.ecore"), URI.createURI(EcorePackage.eNS_URI));
        plugin(map, "de.uka.ipd.sdq.identifier", "identifier.ecore");
        plugin(map, "de.uka.ipd.sdq.units", "Units.ecore");
        plugin(map, "de.uka.ipd.sdq.units", "units.ecore", "Units.ecore");
        plugin(map, "de.uka.ipd.sdq.probfunction", "ProbabilityFunction.ecore");
        plugin(map, "de.uka.ipd.sdq.stoex", "stoex.ecore");
        map.put(URI.createURI("pathmap://PCM_MODELS/"), file("").appendSegment(""));
        for (String name : ECORES) {
            Resource resource = set.getResource(file(name), true);
            for (EObject root : resource.getContents()) {
                register((EPackage) root);
            }
        }
    }

    private URI file(String name) {
        return URI.createFileURI(new File(metamodel, name).getAbsolutePath());
    }

    private void plugin(Map<URI, URI> map, String bundle, String name) {
        plugin(map, bundle, name, name);
    }

    private void plugin(Map<URI, URI> map, String bundle, String name, String here) {
        map.put(URI.createURI("platform:/plugin/" + bundle + "/model/" + name), file(here));
    }

    /** Registers a package and takes the OCL constraints off: there is no OCL here. */
    private void register(EPackage p) {
        set.getPackageRegistry().put(p.getNsURI(), p);
        for (String older : older(p.getNsURI())) { // the same classes, as far as repositories use them
            set.getPackageRegistry().put(older, p);
        }
        strip(p);
        for (EClassifier c : p.getEClassifiers()) {
            strip(c);
        }
        for (EPackage sub : p.getESubpackages()) {
            register(sub);
        }
    }

    private static List<String> older(String uri) {
        List<String> list = new ArrayList<>();
        String base = "http://palladiosimulator.org/PalladioComponentModel/";
        if (uri.startsWith(base) && uri.endsWith("/5.2")) {
            String path = uri.substring(base.length(), uri.length() - "5.2".length());
            list.add(base + path + "5.1");
            list.add("http://sdq.ipd.uka.de/PalladioComponentModel/" + path + "5.0");
        } else if (uri.equals("http://sdq.ipd.uka.de/StochasticExpressions/2.2")) {
            list.add("http://sdq.ipd.uka.de/StochasticExpressions/1.0");
        }
        return list;
    }

    /** Transient features are computed by PCM's own code, which is not here. */
    private static void strip(EModelElement e) {
        e.getEAnnotations().clear();
        if (e instanceof EClass) {
            for (EStructuralFeature f : ((EClass) e).getEStructuralFeatures()) {
                if (f.isTransient()) {
                    f.setLowerBound(0);
                }
            }
        }
    }

    private List<String> judge(File file) {
        List<String> findings = new ArrayList<>();
        Resource resource;
        try {
            resource = set.getResource(URI.createFileURI(file.getAbsolutePath()), true);
        } catch (RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            findings.add("load\t" + cause.getMessage());
            return findings;
        }
        for (Resource.Diagnostic d : resource.getErrors()) {
            findings.add("error\t" + d.getMessage());
        }
        for (Resource.Diagnostic d : resource.getWarnings()) {
            findings.add("warning\t" + d.getMessage());
        }
        Map<EObject, Collection<EStructuralFeature.Setting>> proxies = EcoreUtil.UnresolvedProxyCrossReferencer.find(resource);
        for (EObject proxy : proxies.keySet()) {
            findings.add("unresolved\t" + EcoreUtil.getURI(proxy));
        }
        for (EObject root : resource.getContents()) {
            collect(Diagnostician.INSTANCE.validate(root), findings);
        }
        findings.add("objects\t" + count(resource));
        set.getResources().remove(resource);
        return findings;
    }

    private static void collect(Diagnostic d, List<String> findings) {
        if (d.getChildren().isEmpty() && d.getSeverity() > Diagnostic.OK && !isPaired(d)) {
            findings.add("validation\t" + d.getMessage().replaceAll("Impl@[0-9a-f]+", "Impl"));
        }
        for (Diagnostic child : d.getChildren()) {
            collect(child, findings);
        }
    }

    /**
     * Whether two features were taken for unpaired that are not. Lists of more than four ask an
     * element for the number of its container's feature (EObjectEList.contains); objects without
     * generated classes say the one in their own class, which is another one than in the class that
     * declares the feature where a class has several above it, as SEFFs have. Here the lists are searched.
     */
    private static boolean isPaired(Diagnostic d) {
        if (d.getCode() != EObjectValidator.EOBJECT__EVERY_BIDIRECTIONAL_REFERENCE_IS_PAIRED
            || !EObjectValidator.DIAGNOSTIC_SOURCE.equals(d.getSource())) {
            return false;
        }
        List<EObject> objects = new ArrayList<>();
        List<EReference> references = new ArrayList<>();
        for (Object one : d.getData()) {
            if (one instanceof EReference) {
                references.add((EReference) one);
            } else if (one instanceof EObject) {
                objects.add((EObject) one);
            }
        }
        if (objects.size() != 2 || references.isEmpty()) {
            return false;
        }
        EReference reference = references.get(0);
        return refers(objects.get(0), reference, objects.get(1)) && refers(objects.get(1), reference.getEOpposite(), objects.get(0));
    }

    private static boolean refers(EObject from, EReference by, EObject to) {
        Object value = from.eGet(by);
        if (!by.isMany()) {
            return value == to;
        }
        for (Object one : (List<?>) value) {
            if (one == to) {
                return true;
            }
        }
        return false;
    }

    private static int count(Resource resource) {
        int n = 0;
        for (TreeIterator<EObject> all = resource.getAllContents(); all.hasNext(); all.next()) {
            n++;
        }
        return n;
    }

    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: EmfJudge METAMODEL-FOLDER FILE...");
            System.exit(2);
        }
        EmfJudge judge = new EmfJudge(new File(args[0]));
        for (int i = 1; i < args.length; i++) {
            for (String finding : judge.judge(new File(args[i]))) {
                System.out.println(args[i] + "\t" + finding.replace('\n', ' ').replace('\r', ' '));
            }
        }
    }
}
