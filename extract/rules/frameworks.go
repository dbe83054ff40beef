package rules

import (
	"slices"

	"beagle/extract/attribution"
)

var (
	componentAnnotations = []string{
		"Service", "RestController", "Controller", "Component", "FeignClient", "Repository", // Spring
		"Path", "WebServlet", "Converter", // Jakarta REST, servlets, faces
		"Stateless", "Stateful", "Singleton", "MessageDriven", "Remote", // EJB
		"ApplicationScoped", "RequestScoped", "SessionScoped", "Named", // CDI
	}
	managedAnnotations  = []string{"Configuration", "SpringBootApplication", "WebListener", "WebFilter", "Provider", "Dependent", "ManagedBean"}
	endpointAnnotations = []string{
		"RequestMapping", "GetMapping", "PostMapping", "PutMapping", "DeleteMapping", "PatchMapping", "MessageMapping",
		"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS",
		"ModelAttribute", "ExceptionHandler", // Spring runs them before and after its endpoints
		"QueryMapping", "MutationMapping", "SchemaMapping",
		"Scheduled", "Schedule", "EventListener", "TransactionalEventListener", "ApplicationModuleListener", "KafkaListener", "JmsListener", "RabbitListener", "WebMethod", "Incoming",
	}
	providerMethods = map[string][]string{
		"readFrom": {"MessageBodyReader"}, "writeTo": {"MessageBodyWriter"}, "filter": {"ContainerRequestFilter", "ContainerResponseFilter"},
		"aroundReadFrom": {"ReaderInterceptor"}, "aroundWriteTo": {"WriterInterceptor"}, "toResponse": {"ExceptionMapper"},
	}
	servletMethods = []string{"doGet", "doPost", "doPut", "doDelete", "doHead", "service", "onMessage", "handleGETRequest", "handlePOSTRequest"}
)

func hasAnnotation(t *attribution.Type, names ...string) bool {
	return slices.ContainsFunc(t.Annotations, func(a string) bool { return slices.Contains(names, a) })
}

func isManaged(t *attribution.Type) bool {
	return hasAnnotation(t, componentAnnotations...) || hasAnnotation(t, managedAnnotations...)
}

func (a *program) isAnnotated(t *attribution.Type) bool {
	return !t.Local && t.Name == t.Outer && t.Kind == "class" && !t.Is("A") &&
		(hasAnnotation(t, componentAnnotations...) || a.inherits(t, "HttpServlet", "GenericServlet"))
}

func (a *program) isEndpoint(m *attribution.Method) bool {
	if slices.ContainsFunc(m.Annotations, func(x string) bool { return slices.Contains(endpointAnnotations, x) }) {
		return true
	}
	if of := providerMethods[m.Name]; of != nil && a.inherits(m.Type, of...) {
		return true
	}
	return slices.Contains(servletMethods, m.Name) && a.inherits(m.Type, "HttpServlet", "GenericServlet", "MessageListener", "AbstractUIServlet")
}
